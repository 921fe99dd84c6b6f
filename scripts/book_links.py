"""A preprocessor of mdbook, which allows chapters outside of docs/ and adapts the links.

mdbook writes the page of `../protocol/SPEC.md` outside of the site. This moves it to
`protocol/SPEC.md` in the site. Links to files outside of the site become plain text.
"""

import json
import os
import re
import sys

SOURCE = "docs"
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")


def chapters(items):
    """Yields all chapters, including nested ones."""
    for item in items:
        if isinstance(item, dict) and "Chapter" in item:
            yield item["Chapter"]
            yield from chapters(item["Chapter"]["sub_items"])


def repository_path(path):
    """Converts a path relative to docs/ to one relative to the repository."""
    return os.path.normpath(os.path.join(SOURCE, path))


def site_path(path):
    """Converts a path relative to the repository to one relative to the site."""
    folder, name = os.path.split(path)
    path = os.path.join(folder, "index.md") if name == "README.md" else path
    return path.removeprefix(SOURCE + "/")


def with_site_links(text, document, pages):
    """Returns the text of a document with links that work in the site."""

    def link(match):
        mark, words, target = match.groups()
        file, hash_sign, heading = target.partition("#")
        if not file or "://" in file or file.startswith("mailto:"):
            return match.group()
        path = os.path.normpath(os.path.join(os.path.dirname(document), file))
        is_copied = path.startswith(SOURCE + "/") and os.path.isfile(path) and not path.endswith(".md")
        if path not in pages and not is_copied:
            return words
        folder = os.path.dirname(site_path(document))
        return f"{mark}[{words}]({os.path.relpath(site_path(path), folder or '.')}{hash_sign}{heading})"

    blocks = text.split("```")
    blocks[::2] = [LINK.sub(link, block) for block in blocks[::2]]
    return "```".join(blocks)


def main():
    if sys.argv[1:2] == ["supports"]:
        return
    context, book = json.load(sys.stdin)
    os.chdir(context["root"])
    found = [chapter for chapter in chapters(book["items"]) if chapter["path"]]
    pages = {repository_path(chapter["path"]) for chapter in found}
    for chapter in found:
        document = repository_path(chapter["path"])
        chapter["content"] = with_site_links(chapter["content"], document, pages)
        chapter["path"] = site_path(document)
    json.dump(book, sys.stdout)


main()
