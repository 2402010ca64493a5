"""The central idea: smaller tasks derived from a task, and how their results are recombined."""
