"""Makes a Markdown leaderboard of what `rathaus play` printed as JSON, on the same boards: leaderboard.py PUBLISHED.toml RESULTS.json..."""
import json
import sys


def published_scores(path):
    """Lines `name = number`, which is all that the file has: Python reads TOML by itself only from version 3.11 on."""
    lines = (line.split("=") for line in open(path, encoding="utf-8") if "=" in line and not line.startswith("#"))
    return {name.strip(): value.strip() for name, value in lines}


def number(value):
    return "%.2f" % value if value < 1000 else "%.0f" % value


def row(submission, published):
    mean = submission["geometric_mean"]
    faults = sum(1 for match in submission["matches"] if match["faults"])
    cells = [
        number(mean["value"]) if mean else "did not play",
        "%s to %s" % (number(mean["low"]), number(mean["high"])) if mean else "",
        str(len(submission["matches"])),
        str(faults),
        submission["language"],
        submission["name"],
        published.get(submission["name"], ""),
    ]
    return "| %s |" % " | ".join(cells)


def score(submission):
    mean = submission["geometric_mean"]
    return mean["value"] if mean else 0


def main(published, *results):
    plays = []
    for path in results:
        with open(path, encoding="utf-8") as file:
            plays.append(json.load(file))
    published = published_scores(published)
    submissions = [submission for play in plays for submission in play["submissions"]]
    print("| score | 95 % interval | boards | faults | language | bot | published |")
    print("| ---: | --- | ---: | ---: | --- | --- | ---: |")
    for submission in sorted(submissions, key=score, reverse=True):
        print(row(submission, published))
    first = max(plays, key=lambda play: len(play["boards"]))
    seed, turns = first["seed"], first["parameters"]["turns"]
    print("\n%s, %d boards of seed %s, %s turns each, rathaus %s"
          % (first["game"], len(first["boards"]), seed, turns, first["rathaus"]))
    if any(len(play["boards"]) < len(first["boards"]) for play in plays):
        print("Who has played fewer boards has played the first ones of these.")


if __name__ == "__main__":
    main(*sys.argv[1:])
