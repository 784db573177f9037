"""What runs beside the quiz: how the process tells what it does."""
