"""The pages in the browser: what is done in them waits for its turn, and they follow what is new."""

from asyncio import Lock
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from simcord import Preview


def take_turns(preview: Preview, turn: Lock, catch_up: Callable[[], Awaitable[None]]) -> None:
    """Has the actions of the page wait for `turn`, and `catch_up` go before each so that it is not too early.

    By itself simcord refuses what comes in the middle of something else, and the page then waits for ever.
    It also refuses what was done on a page that is older than the newest message, though it be by half a
    second; here every action is taken as meant for the channel as it is.
    """
    act = preview._action

    async def act_in_turn(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with turn:
            await catch_up()
            return await act(context_id, _up_to_date(preview, context_id, body))

    preview._action = act_in_turn  # type: ignore[method-assign]


def _up_to_date(preview: Preview, context_id: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
    page = preview._pages.get(context_id or "")
    if page is None or not isinstance(body, Mapping):
        return body
    newest = {"published_revision": page.revision, "bot_generation": preview.env._generation}
    return {**body, **{name: value for name, value in newest.items() if name in body}}


def show_newest(preview: Preview) -> None:
    """Has every page scroll to its newest message; simcord's own stop following once a box has opened."""
    for page in preview._pages.values():
        page.target_id = preview._initial_target(page.viewer, page.channel_id)
