"""Use cases: what the bot does, without knowing how Discord or a database are spoken to."""
