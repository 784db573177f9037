"""What a live quiz is played for."""

from enum import StrEnum


class Mode(StrEnum):
    CLASSIC = "classic"
    RACE = "race"
    """The first right answer closes the question, and no other one earns points."""
    SURVIVAL = "survival"
    """Who is wrong or does not answer is out; the last one standing wins."""
