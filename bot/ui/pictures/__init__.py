"""Pictures of standings and points: pure functions from values to PNGs, with the text that says the same."""
