#!/usr/bin/env python3
"""Counts what the documentation of the library shows: items and their own methods, by module.

    tools/public_items.py target/doc/percussion

Methods of the typed schemes are their options and come from one table; they are counted apart.
"""

import pathlib
import re
import sys
from collections import Counter

KINDS = ("struct", "enum", "trait", "fn", "constant", "type", "macro", "static", "union")


def own_methods(page):
    """Inherent methods of a type, or the methods of a trait."""
    begin = page.find('id="implementations"')
    if begin < 0:
        return 0
    end = page.find('id="trait-implementations"', begin)
    part = page[begin : end if end > 0 else page.find('id="synthetic-implementations"', begin)]
    return len(re.findall(r'<section id="(?:method|associatedconstant)\.[^"]*"', part))


def main():
    root = pathlib.Path(sys.argv[1])
    items, methods, options = Counter(), Counter(), 0
    for page in root.rglob("*.html"):
        kind = page.name.split(".")[0]
        module = page.relative_to(root).parts[0] if page.parent != root else "percussion"
        text = page.read_text()
        # pages of private modules lead to where an item is shown
        if 'http-equiv="refresh"' in text:
            continue
        if page.name == "index.html" or kind in KINDS:
            items[module] += 1
            if kind in ("struct", "enum", "union"):
                n = own_methods(text)
                if "typed" in page.parts:
                    options += n
                else:
                    methods[module] += n
    for module in sorted(items, key=lambda m: -(items[m] + methods[m])):
        print(f"{module:14} {items[module]:4} items {methods[module]:4} methods")
    print(f"{sum(items.values())} items, {sum(methods.values())} methods, {options} options of schemes")
    print(sum(items.values()) + sum(methods.values()))


if __name__ == "__main__":
    main()
