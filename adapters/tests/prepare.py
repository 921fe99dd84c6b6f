#!/usr/bin/env python3
"""Makes a submission ready as adapter.toml says: prepare.py ADAPTER SOURCE OUT [FORM]. Prints the command that runs it, one
argument a line. With FORM it insists that the submission is recognised as that form."""
import pathlib
import re
import shutil
import subprocess
import sys

try:
    import tomllib
except ImportError:  # Before Python 3.11 it is a package of its own.
    import tomli as tomllib

PARAMETERS = {
    "width": 53, "height": 15, "goal_x": 49, "empty_colours": 8, "teleporter_colours": 4, "trap_colours": 2,
    "wall_colours": 2, "teleporter_reach": 4, "trap_reach": 1, "view_distance": 2, "min_starts": 10, "lifespan": 100,
    "initial_population": 15, "children": 10, "genome_bits": 100, "crossover": 0.05, "mutation": 0.01, "turns": 10000,
}


def blanked(text, adapter):
    """The text with its comments and strings replaced by blanks, so that no pattern finds anything in them."""
    quotes = [
        re.escape(q) + (r"(?:\\.|[^\\])*?" if len(q) > 1 else r"(?:\\.|[^\\\n])*?") + re.escape(q)
        for q in adapter["quotes"]
    ]
    comments = [re.escape(adapter["line_comment"]) + r"[^\n]*"]
    if "block_comment" in adapter:
        opening, closing = map(re.escape, adapter["block_comment"])
        comments.append(opening + r"[\s\S]*?" + closing)
    pattern = "|".join(comments + quotes)
    return re.sub(pattern, lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def entry_point(form, text):
    """The name that the form's pattern finds. With bases, it is the class that comes from a root and has nothing below it.

    Several names are none, because nobody could tell which one of them is meant.
    """
    matches = list(re.finditer(form["entry"].replace("(?<", "(?P<"), text))
    if "roots" not in form:
        return only({match["entry"] for match in matches})
    bases = {match["entry"]: match["base"] for match in matches}

    def from_root(name):
        return name in form["roots"] or (name in bases and from_root(bases[name]))

    return only({name for name in bases if from_root(bases[name]) and name not in bases.values()})


def only(names):
    return names.pop() if len(names) == 1 else None


def tool_path(tool):
    path = next(filter(None, map(shutil.which, tool["find"])), None)
    if path is None:
        sys.exit("%s is missing: %s" % (tool["name"], tool["install"]))
    if "locate" in tool:
        path = subprocess.check_output([path, *tool["locate"]], text=True).strip()
    return path


def expand(arguments, places):
    defines = ["-DRATHAUS_%s=%s" % (name.upper(), value) for name, value in PARAMETERS.items()]
    for argument in arguments:
        if argument == "{defines}":
            yield from defines
        else:
            yield re.sub(r"\{(\w+)\}", lambda match: places[match[1]], argument)


def main(folder, source, out, wanted=None):
    folder, source, out = (str(pathlib.Path(path).resolve()) for path in (folder, source, out))
    adapter = tomllib.loads(pathlib.Path(folder, "adapter.toml").read_text())
    text = blanked(pathlib.Path(source).read_text(), adapter)
    found = ((form, entry_point(form, text)) for form in adapter["form"])
    form, entry = next((pair for pair in found if pair[1]), (None, None))
    if form is None or wanted not in (None, form["name"]):
        sys.exit("%s is recognised as %s" % (source, form and form["name"]))
    places = {tool["name"]: tool_path(tool) for tool in adapter["tool"]}
    places.update(adapter=folder, source=source, dir=str(pathlib.Path(source).parent), out=out, entry=entry)
    for command in form.get("build", []):
        subprocess.run(list(expand(command, places)), check=True)
    print("\n".join(expand(form["run"], places)))


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    main(*sys.argv[1:])
