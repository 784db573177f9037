"""Which questions come next, and in which order their options are shown."""

from collections.abc import Mapping, Sequence
from random import Random


def draw_questions(
    question_ids: Sequence[str], last_asked: Mapping[str, int], count: int, rng: Random
) -> list[str]:
    """At most `count` ids, those never asked first, then the least recently asked; ties at random.

    `last_asked` maps an id to a rising number (a time or a counter) of when it was last asked here.
    """
    shuffled = rng.sample(question_ids, len(question_ids))
    shuffled.sort(key=lambda question_id: (question_id in last_asked, last_asked.get(question_id, 0)))
    return shuffled[:count]


def draw_option_order(option_ids: Sequence[str], *, shuffle: bool, rng: Random) -> list[str]:
    return rng.sample(option_ids, len(option_ids)) if shuffle else list(option_ids)
