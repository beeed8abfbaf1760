"""What Streamlit draws: each page is a function that asks queries.py and puts text where text belongs."""
