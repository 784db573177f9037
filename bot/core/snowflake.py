"""The time that stands in every id Discord gives."""

# 2015-01-01T00:00Z, Discord's epoch: https://discord.com/developers/docs/reference#snowflakes
EPOCH_MS = 1_420_070_400_000


def snowflake_ms(snowflake: int) -> int:
    """Unix time in milliseconds at which Discord made the id."""
    return (snowflake >> 22) + EPOCH_MS
