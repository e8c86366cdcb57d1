"""How quick Herald is, beside what else there is: `make bench`. Not part of the program."""
