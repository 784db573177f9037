"""The errors of the project.

QuizbotError
├── UserError             a person asked for what cannot be; the message is fit to show to them
│   └── SettingsError     a setting is wrong; stops the start
└── StageError            Discord did not do what it was asked
    ├── StageLost         and never will: channel, message, permission or server is gone
    └── StageUnavailable  but may later: an outage, a time-out
"""


class QuizbotError(Exception):
    pass


class UserError(QuizbotError):
    """The message is one sentence for a person and says what to do."""


class SettingsError(UserError):
    pass


class StageError(QuizbotError):
    pass


class StageLost(StageError):  # noqa: N818
    """The message completes "The quiz ended because …"."""


class StageUnavailable(StageError):  # noqa: N818
    pass
