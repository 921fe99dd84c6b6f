"""Makes a Markdown leaderboard of JSON on standard input, of `rathaus tournament standings` or of `rathaus play`:
leaderboard.py PUBLISHED.toml"""
import json
import sys


def published_scores(path):
    """Lines `name = number`, which is all that the file has: Python reads TOML by itself only from version 3.11 on."""
    lines = (line.split("=") for line in open(path, encoding="utf-8") if "=" in line and not line.startswith("#"))
    return {name.strip(): value.strip() for name, value in lines}


def number(value):
    return "%.2f" % value if value < 1000 else "%.0f" % value


def table(header, rows):
    """Columns whose heads end in a colon are aligned to the right."""
    aligned = ["---:" if name.endswith(":") else "---" for name in header]
    for cells in [[name.rstrip(":") for name in header], aligned] + rows:
        print("| %s |" % " | ".join(cells))


def rank(entrant):
    rank = entrant["rank"]
    if rank is None:
        return "-"
    return str(rank["best"]) if rank["best"] == rank["worst"] else "%d-%d" % (rank["best"], rank["worst"])


def rat_race(result, published):
    def row(entrant):
        mean = entrant["value"]
        return [
            rank(entrant),
            number(mean["value"]) if mean else "did not play",
            "%s to %s" % (number(mean["low"]), number(mean["high"])) if mean else "",
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
    shown = {"rat-race": rat_race, "grid-routing": grid_routing}[result["game"]]
    what = shown(result, published_scores(published))
    print("\n%s: %s, rathaus %s" % (result["game"], what, result["rathaus"]))


if __name__ == "__main__":
    main(*sys.argv[1:])
