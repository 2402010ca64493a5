"""Players' techniques: patterns found by looking, each a small auxiliary model that its technique solved itself.

geometry · what never changes; position · the marks at one moment; pattern · what a technique finds; analyst · the loop.
The other modules hold the techniques, by family.
"""
