"""Reports: findings and checks as text, JSON lines, JSON. Pure: a Report in, text out."""
