"""What things are: tasks, their parts, and what is known of them."""
