"""Makes a Markdown leaderboard of the JSON of `rathaus play`: leaderboard.py RESULTS.json PUBLISHED.toml"""
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


def main(results, published):
    with open(results, encoding="utf-8") as file:
        results = json.load(file)
    published = published_scores(published)
    print("| score | 95 % interval | boards | faults | language | bot | published |")
    print("| ---: | --- | ---: | ---: | --- | --- | ---: |")
    for submission in results["submissions"]:
        print(row(submission, published))
    seed, turns = results["seed"], results["parameters"]["turns"]
    print("\n%s, %d boards of seed %s, %s turns each, rathaus %s"
          % (results["game"], len(results["boards"]), seed, turns, results["rathaus"]))


if __name__ == "__main__":
    main(*sys.argv[1:])
