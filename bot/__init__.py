"""Quiz Bot: live quizzes, daily questions and leaderboards for Discord servers."""
