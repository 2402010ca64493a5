"""A task in plainer words before it is written: whole numbers, everything defined, nothing a language lacks."""
