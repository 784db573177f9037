"""What the bot has written down, read from its database file while it runs."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Records:
    file: Path

    def quiz(self, channel_id: int) -> dict[str, Any]:
        """The channel's newest quiz."""
        return self._rows("SELECT * FROM quizzes WHERE channel_id = ? ORDER BY id DESC LIMIT 1", channel_id)[
            0
        ]

    def ended(self, channel_id: int) -> dict[str, Any] | None:
        """The channel's newest quiz once it is over and nothing of it is on the agenda any more."""
        quiz = self.quiz(channel_id)
        due = self._rows("SELECT * FROM agenda WHERE guild_id = ?", quiz["guild_id"])
        return quiz if quiz["state"] == "ended" and not due else None

    def answers(self, channel_id: int) -> list[tuple[int, int]]:
        """Position of the question and player, of all quizzes of the channel."""
        rows = self._rows(
            "SELECT position, player_id FROM answers JOIN rounds ON rounds.id = round_id"
            " WHERE channel_id = ? ORDER BY round_id, player_id",
            channel_id,
        )
        return [(row["position"], row["player_id"]) for row in rows]

    def _rows(self, query: str, *values: object) -> list[dict[str, Any]]:
        with closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as connection:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(query, values)]
