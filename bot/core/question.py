"""A question as it is asked: a stem and options that keep their identity wherever they stand."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Option:
    """`id` is made from the text alone, so that it outlives a new order or key and tells neither."""

    id: str
    text: str

    @classmethod
    def of(cls, text: str) -> "Option":
        return cls(hashlib.sha256(text.encode()).hexdigest()[:10], text)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Question:
    """`key` holds the ids of the right options; any one of them is a right answer."""

    id: str
    stem: str
    options: tuple[Option, ...]
    key: frozenset[str]
    explanation: str = ""
    reference: str = ""
    image: str = ""
    shuffle: bool = True
    seconds: int | None = None

    @classmethod
    def of(cls, id_: str, stem: str, right: Iterable[str], wrong: Iterable[str], **more: Any) -> "Question":
        right_options = tuple(map(Option.of, right))
        options = right_options + tuple(map(Option.of, wrong))
        return cls(id_, stem, options, frozenset(option.id for option in right_options), **more)

    def option(self, option_id: str) -> Option:
        """Raises KeyError for an id that is no option of this question."""
        for option in self.options:
            if option.id == option_id:
                return option
        raise KeyError(option_id)

    def is_right(self, option_id: str) -> bool:
        return option_id in self.key

    def to_snapshot(self) -> dict[str, Any]:
        """A JSON value that `from_snapshot` reads back; a round keeps it for good."""
        return {
            "id": self.id,
            "stem": self.stem,
            "options": [option.text for option in self.options],
            "key": [option.text for option in self.options if option.id in self.key],
            "explanation": self.explanation,
            "reference": self.reference,
            "image": self.image,
            "shuffle": self.shuffle,
            "seconds": self.seconds,
        }

    @classmethod
    def from_snapshot(cls, snapshot: dict[str, Any]) -> "Question":
        fields = dict(snapshot)
        fields["options"] = tuple(map(Option.of, fields["options"]))
        fields["key"] = frozenset(Option.of(text).id for text in fields["key"])
        return cls(**fields)
