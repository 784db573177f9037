"""The real bot on a simulated Discord in the browser, with opponents to play against."""
