"""A preprocessor of mdbook: chapters may be documents outside of docs/, and links between chapters are adapted.

mdbook writes the page of `../protocol/SPEC.md` outside of the site. Here it becomes `protocol/SPEC.md` of the site.
Links to files that are not part of the site become plain text.
"""

import json
import os
import re
import sys

SOURCE = "docs"
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")


def chapters(items):
    """All chapters, with those below them."""
    for item in items:
        if isinstance(item, dict) and "Chapter" in item:
            yield item["Chapter"]
            yield from chapters(item["Chapter"]["sub_items"])


def in_repository(path):
    """The path of a file of docs/, from the top level of the repository."""
    return os.path.normpath(os.path.join(SOURCE, path))


def in_site(path):
    """The path of a file of the repository in the site."""
    folder, name = os.path.split(path)
    path = os.path.join(folder, "index.md") if name == "README.md" else path
    return path.removeprefix(SOURCE + "/")


def adapted(text, document, pages):
    """The text of the document, with links that work in the site."""

    def link(match):
        mark, words, target = match.groups()
        file, hash_sign, heading = target.partition("#")
        if not file or "://" in file or file.startswith("mailto:"):
            return match.group()
        path = os.path.normpath(os.path.join(os.path.dirname(document), file))
        is_copied = path.startswith(SOURCE + "/") and os.path.isfile(path) and not path.endswith(".md")
        if path not in pages and not is_copied:
            return words
        folder = os.path.dirname(in_site(document))
        return f"{mark}[{words}]({os.path.relpath(in_site(path), folder or '.')}{hash_sign}{heading})"

    blocks = text.split("```")
    blocks[::2] = [LINK.sub(link, block) for block in blocks[::2]]
    return "```".join(blocks)


def main():
    if sys.argv[1:2] == ["supports"]:
        return
    context, book = json.load(sys.stdin)
    os.chdir(context["root"])
    found = [chapter for chapter in chapters(book["items"]) if chapter["path"]]
    pages = {in_repository(chapter["path"]) for chapter in found}
    for chapter in found:
        document = in_repository(chapter["path"])
        chapter["content"] = adapted(chapter["content"], document, pages)
        chapter["path"] = in_site(document)
    json.dump(book, sys.stdout)


main()
