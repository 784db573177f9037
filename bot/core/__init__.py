"""The rules of the game: pure functions of their arguments, without clock, database or Discord."""
