"""Bytes in, spans, runs and plans out: everything between the wire and the store."""
