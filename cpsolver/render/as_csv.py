"""CSV: the tables of a page as comma-separated values, with lines that end as RFC 4180 has it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from cpsolver.picture import Listing, Page, Picture, Strip, plain
from cpsolver.render.renderer import Renderer


def as_csv(page: Page) -> str:
    """Every table of the page, an empty line between them. Pictures that are no tables are left out."""
    return "\r\n".join(_table(listing) for listing in _listings(page.pictures))


def _listings(pictures: Sequence[Picture]) -> Iterator[Listing]:
    for picture in pictures:
        if isinstance(picture, Listing):
            yield picture
        elif isinstance(picture, Strip):
            yield from _listings(picture.pictures)


def _table(listing: Listing) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(listing.head)
    writer.writerows([[plain(cell) for cell in row] for row in listing.rows])
    return text.getvalue()


RENDERER = Renderer(name="csv", media_type="text/csv", suffix=".csv", render=as_csv)
