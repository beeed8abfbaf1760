"""What stands in texts and results as figures: amounts of money, counts, dates, records."""
