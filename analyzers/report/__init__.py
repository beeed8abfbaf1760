"""Findings as text, JSON, JUnit, SARIF, Markdown: one file per form."""
