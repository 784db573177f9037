"""What people see and touch in Discord; the only package that imports discord."""
