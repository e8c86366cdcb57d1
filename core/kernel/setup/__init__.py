"""What is settled before a match: rulings, options, editions, the files in the packages."""
