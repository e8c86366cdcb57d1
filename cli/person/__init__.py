"""The person: who they are at a match, their keys, their files, what they looked at."""
