"""What headers say of the numbers beneath them, beyond one unit."""
