"""What the user asked for, and whether what was picked, booked, written or answered keeps to it."""
