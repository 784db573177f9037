"""What people see and touch, driven through a simulated Discord."""
