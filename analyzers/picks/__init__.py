"""Which option was asked for and which was picked: orders such as "the cheapest", options in results, constraints."""
