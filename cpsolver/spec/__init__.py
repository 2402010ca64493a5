"""YAML in: text becomes data that keeps the place of every value, and then a task."""
