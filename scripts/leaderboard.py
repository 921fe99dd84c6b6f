"""Makes a Markdown leaderboard of what `rathaus play` printed as JSON: leaderboard.py PUBLISHED.toml RESULTS.json..."""
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


def score(submission):
    mean = submission["geometric_mean"]
    return mean["value"] if mean else 0


def rat_race(plays, published):
    def row(submission):
        mean = submission["geometric_mean"]
        return [
            number(mean["value"]) if mean else "did not play",
            "%s to %s" % (number(mean["low"]), number(mean["high"])) if mean else "",
            str(len(submission["matches"])),
            str(sum(1 for match in submission["matches"] if match["faults"])),
            submission["language"],
            submission["name"],
            published.get(submission["name"], ""),
        ]

    submissions = [submission for play in plays for submission in play["submissions"]]
    header = ["score:", "95 % interval", "boards:", "faults:", "language", "bot", "published:"]
    table(header, [row(submission) for submission in sorted(submissions, key=score, reverse=True)])
    first = plays[0]
    return "%d boards of seed %s, %s turns each" % (len(first["boards"]), first["seed"], first["parameters"]["turns"])


def grid_routing(plays, published):
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

    (result,) = plays
    header = ["score:", "rounds scored:", "best:", "faults:", "language", "bot", "published:"]
    table(header, [row(player) for player in result["players"]])
    return "%d bots, %d rounds of seed %s" % (len(result["players"]), len(result["rounds"]), result["seed"])


def main(published, *results):
    plays = []
    for path in results:
        with open(path, encoding="utf-8") as file:
            plays.append(json.load(file))
    game = plays[0]["game"]
    shown = {"rat-race": rat_race, "grid-routing": grid_routing}[game]
    what = shown(plays, published_scores(published))
    print("\n%s: %s, rathaus %s" % (game, what, plays[0]["rathaus"]))


if __name__ == "__main__":
    main(*sys.argv[1:])
