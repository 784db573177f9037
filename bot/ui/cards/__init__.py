"""The cards of the bot: what a value shows, as a Components V2 layout."""
