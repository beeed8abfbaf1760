"""What an agent says it has done or checked, and what in the run stands behind it."""
