"""Prints a leaderboard in Markdown: leaderboard.py PUBLISHED.toml

Reads JSON of `rathaus tournament standings` or `rathaus play` from stdin.
"""
import json
import sys


def published_scores(path):
    """Reads lines of the form `name = number`. Python before 3.11 has no parser for TOML."""
    lines = (line.split("=") for line in open(path, encoding="utf-8") if "=" in line and not line.startswith("#"))
    return {name.strip(): value.strip() for name, value in lines}


def number(value):
    return "%.2f" % value if value < 1000 else "%.0f" % value


def table(header, rows):
    """Prints a table. Columns whose headers end in a colon are aligned to the right."""
    aligned = ["---:" if name.endswith(":") else "---" for name in header]
    for cells in [[name.rstrip(":") for name in header], aligned] + rows:
        print("| %s |" % " | ".join(cells))


def rank(entrant):
    rank = entrant["rank"]
    if rank is None:
        return "-"
    return str(rank["best"]) if rank["best"] == rank["worst"] else "%d-%d" % (rank["best"], rank["worst"])


def interval(mean):
    ends = (mean["low"], mean["high"])
    return "too few to tell" if None in ends else "%s to %s" % (number(ends[0]), number(ends[1]))


def rat_race(result, published):
    def row(entrant):
        mean = entrant["value"]
        return [
            rank(entrant),
            number(mean["value"]) if mean else "did not play",
            interval(mean) if mean else "",
            str(len(entrant["scores"])),
            str(entrant["faulty"]),
            entrant["language"],
            entrant["name"],
            published.get(entrant["name"], ""),
        ]

    header = ["rank:", "score:", "95 % interval", "boards:", "faults:", "language", "bot", "published:"]
    table(header, [row(entrant) for entrant in result["entrants"]])
    return "%d boards of seed %s, %s turns each" % (result["count"], result["seed"], result["parameters"]["turns"])


def grid_routing(result, published):
    def row(player):
        gains = [each["gains"][player["seat"]] for each in result["rounds"]]
        return [
            str(player["score"]),
            str(sum(1 for gain in gains if gain > 0)),
            str(max(gains)),
            str(len(player["faults"])),
            player["language"],
            player["name"],
            published.get(player["name"], ""),
        ]

    header = ["score:", "rounds scored:", "best:", "faults:", "language", "bot", "published:"]
    table(header, [row(player) for player in result["players"]])
    return "%d bots, %d rounds of seed %s" % (len(result["players"]), len(result["rounds"]), result["seed"])


def main(published):
    result = json.load(sys.stdin)
    print_table = {"rat-race": rat_race, "grid-routing": grid_routing}[result["game"]]
    conditions = print_table(result, published_scores(published))
    print("\n%s: %s, rathaus %s" % (result["game"], conditions, result["rathaus"]))


if __name__ == "__main__":
    main(*sys.argv[1:])
