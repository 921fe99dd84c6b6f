"""Plays the solvers of Lights Out on boards of growing size, and prints tables and a plot.

    lights_out.py play RATHAUS FOLDER BOARDS SEED    plays the matches that FOLDER lacks
    lights_out.py tables FOLDER                      prints Markdown
    lights_out.py plot FOLDER                        prints SVG
"""
import json
import math
import os
import subprocess
import sys

SIDES = [3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20]
BOTS = "bots/lights-out"
# The article has 8 survivors per cell in the text, and 400 for 25 cells (16 each) in its example.
VARIANT = "article-16.rs"


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def solvers(folder):
    """Returns the paths of the solvers. Writes a variant of one of them into the folder."""
    with open(os.path.join(BOTS, "article.rs"), encoding="utf-8") as source:
        original = source.read()
    doubled = original.replace("const FACTOR: usize = 8;", "const FACTOR: usize = 16;")
    if doubled == original:
        raise SystemExit("error: %s/article.rs has no `const FACTOR: usize = 8;`" % BOTS)
    os.makedirs(folder, exist_ok=True)
    variant = os.path.join(folder, VARIANT)
    with open(variant, "w", encoding="utf-8") as copy:
        copy.write(doubled)
    return [os.path.join(BOTS, name) for name in sorted(os.listdir(BOTS))] + [variant]


def play(rathaus, folder, boards, seed):
    for solver in solvers(folder):
        for side in SIDES:
            name = os.path.basename(solver).replace(".", "-")
            path = os.path.join(folder, "%02d-%s.json" % (side, name))
            if not os.path.exists(path):
                print("%s, %d x %d ..." % (name, side, side), file=sys.stderr)
                command = [rathaus, "play", "lights-out", solver, "--size", "%dx%d" % (side, side), "--boards", boards,
                           "--seed", seed, "--json", "--quiet"]
                with open(path + ".unfinished", "w", encoding="utf-8") as file:
                    subprocess.run(command, stdout=file, check=True)
                os.rename(path + ".unfinished", path)
            # A solver that solves no board of one size does not get larger ones.
            if read(path)["submissions"][0]["right"]["value"] == 0:
                break


def label(submission):
    """The name and the language, because solvers in two languages can have the same name."""
    return "%s (%s)" % (submission["name"], submission["language"])


def results(folder):
    """Returns for each side of the board the submissions that played on it, by label."""
    found = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".json"):
            submission = read(os.path.join(folder, name))["submissions"][0]
            found.setdefault(int(name[:2]), {})[label(submission)] = submission
    return found


def rounded(value):
    return "%.3g" % value if value < 1000 else "{:,.0f}".format(value)


def estimate(submission, name, factor=1.0):
    found = submission[name]
    return rounded(factor * found["value"]) if found else ""


def failures(submission):
    """Lists why boards were not solved."""
    counts = {}
    for match in submission["matches"]:
        details = match["details"]
        if match["score"] > 0:
            continue
        progress = details["progress"][-1] if details["progress"] else {}
        if match["faults"]:
            why = match["faults"][0]["fault"]
        elif details["verdict"] != "unknown":
            why = details["verdict"].replace("_", " ")
        elif progress.get("population") == 0:
            why = "starved"
        else:
            why = "gave up"
        counts[why] = counts.get(why, 0) + 1
    return ", ".join("%s %d" % pair for pair in sorted(counts.items()))


def tables(folder):
    for side, submissions in sorted(results(folder).items()):
        print("### %d x %d\n" % (side, side))
        print("| solver | right | 95 % interval | not solved | needless clicks | evaluations | ms | ms of processor time |")
        print("| --- | ---: | --- | --- | ---: | ---: | ---: | ---: |")
        for name, submission in sorted(submissions.items(), key=lambda pair: -pair[1]["right"]["value"]):
            right = submission["right"]
            print("| %s |" % " | ".join([
                name,
                "%.0f %%" % (100 * right["value"]),
                "%.1f to %.1f" % (100 * right["low"], 100 * right["high"]),
                failures(submission),
                estimate(submission, "needless_clicks"),
                estimate(submission, "evaluations"),
                estimate(submission, "seconds", 1000),
                estimate(submission, "cpu_seconds", 1000),
            ]))
        print()


# The plot: three panels, one below the other, and a legend.
WIDTH, PANEL, LEFT, TOP, GAP, LEGEND = 760, 200, 70, 30, 50, 24
COLOURS = ["#1b6ca8", "#c4501b", "#2c8c4b", "#8b3fa0", "#b08a00", "#c02f5a", "#5a5a5a", "#008b8b"]


def panels(found):
    """Returns the solvers, and for each panel its title, whether it is logarithmic, its points."""
    names = sorted({name for submissions in found.values() for name in submissions})

    def points(value):
        made = {name: [(side, value(found[side][name])) for side in sorted(found) if name in found[side]] for name in names}
        return {name: [(side, y) for side, y in pairs if y is not None] for name, pairs in made.items()}

    def of(name, factor):
        return lambda submission: factor * submission[name]["value"] if submission[name] else None

    return names, [
        ("boards solved, %", False, points(of("right", 100))),
        ("evaluations of a solved board", True, points(of("evaluations", 1))),
        ("milliseconds for a solved board", True, points(of("seconds", 1000))),
    ]


def ticks(low, high, logarithmic):
    if not logarithmic:
        return [0, 25, 50, 75, 100]
    return [10.0 ** power for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)]


def tick_label(value):
    for unit, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= unit:
            return "%g%s" % (value / unit, letter)
    return "%g" % value


def plot(folder):
    names, shown = panels(results(folder))
    colours = {name: COLOURS[index % len(COLOURS)] for index, name in enumerate(names)}
    height = TOP + len(shown) * (PANEL + GAP) + LEGEND * ((len(names) + 2) // 3) + 20
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">' % (WIDTH, height),
           '<rect width="100%" height="100%" fill="#ffffff"/>']
    first, last = SIDES[0], max(side for _, _, lines in shown for points in lines.values() for side, _ in points)
    for index, (title, logarithmic, lines) in enumerate(shown):
        out.extend(panel(TOP + index * (PANEL + GAP), title, logarithmic, lines, colours, first, last))
    out.append('<text x="%d" y="%d" text-anchor="end">columns and rows of the board</text>'
               % (WIDTH - 20, TOP + len(shown) * (PANEL + GAP) - 12))
    for index, name in enumerate(names):
        x = LEFT + (index % 3) * 230
        y = TOP + len(shown) * (PANEL + GAP) + 10 + LEGEND * (index // 3)
        out.append('<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="%s" stroke-width="3"/>' % (x, y, x + 24, y, colours[name]))
        out.append('<text x="%d" y="%d">%s</text>' % (x + 30, y + 4, name.replace("&", "&amp;").replace("<", "&lt;")))
    print("\n".join(out + ["</svg>"]))


def panel(top, title, logarithmic, lines, colours, first, last):
    values = [y for points in lines.values() for _, y in points]
    marks = ticks(min(values), max(values), logarithmic)
    scale = math.log10 if logarithmic else float
    low, high = scale(marks[0]), scale(marks[-1])

    def x_of(side):
        return LEFT + 14 + (WIDTH - LEFT - 48) * (side - first) / (last - first)

    def y_of(value):
        return top + PANEL * (1 - (scale(value) - low) / (high - low))

    yield '<text x="%d" y="%d" font-weight="bold">%s</text>' % (LEFT, top - 8, title)
    for mark in marks:
        yield '<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="#dddddd"/>' % (LEFT, WIDTH - 20, y_of(mark), y_of(mark))
        yield '<text x="%d" y="%.1f" text-anchor="end">%s</text>' % (LEFT - 6, y_of(mark) + 4, tick_label(mark))
    for side in (side for side in SIDES if side <= last):
        yield '<text x="%.1f" y="%d" text-anchor="middle">%d</text>' % (x_of(side), top + PANEL + 18, side)
    # Shifts the lines a bit, because equal lines would hide each other.
    for shift, (name, points) in zip(range(-3 * (len(lines) // 2), 999, 3), lines.items()):
        places = ["%.1f,%.1f" % (x_of(side) + shift, y_of(value)) for side, value in points]
        yield '<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>' % (" ".join(places), colours[name])
        for place in places:
            yield '<circle cx="%s" cy="%s" r="3" fill="%s"/>' % (*place.split(","), colours[name])


if __name__ == "__main__":
    {"play": play, "tables": tables, "plot": plot}[sys.argv[1]](*sys.argv[2:])
