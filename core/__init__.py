"""The rules: pure, without clock, file, network, environment, printing or randomness."""
