"""The real bot on a simulated Discord in the browser, with opponents to play against."""

from bot.demo.play import run as run
