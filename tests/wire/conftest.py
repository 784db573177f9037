"""Here the bot is in a process of its own: this one plays Discord and reckons up what was left behind."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.computes_long("the bot's event loop is in another process"))
