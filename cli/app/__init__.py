"""What every command is made of, and what frames it: options, help, completion, errors, exit codes."""
