"""The text beside a picture, for whoever cannot see it."""

from bot.ui.markdown import shortened

MAX_ALT_TEXT = 1_024
"""Discord's limit for the description of an attachment."""


def as_alt_text(*sentences: str) -> str:
    return shortened(". ".join(sentences) + ".", MAX_ALT_TEXT)
