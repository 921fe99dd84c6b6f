// Tournaments that several tests play.

import { bot, type TestServer } from "./server";

/** The name of a bot that would change the page's title if the page took it for HTML. */
export const HOSTILE_NAME = `<img src=x onerror="document.title='taken over'">`;

/** A bot for the rat race, in Python, that runs `statement` before each step ahead. */
export function walker(statement: string): string {
  return `class Walker(Player):
    def turn(self):
        ${statement}
        return Coordinate(1, self.bit_chunk(0, 1) - self.bit_chunk(1, 1))
`;
}

/** Twelve matches of the rat race: four of a bot that fails, four of one with a hostile name. */
export function playPastRaces(server: TestServer) {
  server.file("crasher.py", walker("raise ValueError('</script><b>bold</b>')"));
  server.play(
    "past",
    `name = "Past <i>races</i>"
game = "rat-race"
seed = 7
boards = 4
entrants = [${JSON.stringify(bot("rat-race/color-score-cpp"))}, "crasher.py"]
[parameters]
turns = 1500
[[entrant]]
path = ${JSON.stringify(bot("rat-race/hard-believers"))}
name = ${JSON.stringify(HOSTILE_NAME)}
[records]
keep = "all"
`,
  );
}

/** One game of a built-in game with several seats. */
export function playOneGame(server: TestServer, name: string, game: string, bots: string[], parameters: string) {
  const entrants = JSON.stringify(bots.map(bot));
  server.play(name, `game = "${game}"\nseed = 3\ngames = 1\nentrants = ${entrants}\n[parameters]\n${parameters}\n`);
}

/** A worker as it is stored. It stays online during the tests, because it was last seen tomorrow. */
export function sampleWorker(name: string, changes: object = {}): object {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
  const counts = { accepted: 0, duplicates: 0, redelivered: 0, refused: 0, audited: 0, refuted: 0, declined: 0 };
  const seen = { first_seen: hours(-24), last_seen: hours(24) };
  const activity = { playing: [], paused: null };
  return { name, rathaus: "0.1.0", speed_percent: 100, concurrency: 4, ...counts, quarantine: null, ...seen, activity, ...changes };
}

/** Workers in all states. Some of them play these matches. */
export function sampleWorkers(keys: string[]): object[] {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
  const paused = "the machine is too busy: 97 % of its processor time goes to other programs";
  const playing = (keys: string[]) => ({ playing: keys, paused: null });
  return [
    sampleWorker("ada-01", { accepted: 48_211, audited: 2_410, activity: playing(keys.slice(0, 4)) }),
    sampleWorker("ada-02", { accepted: 31_007, speed_percent: 82, redelivered: 3, declined: 1, activity: playing(keys.slice(4, 6)) }),
    sampleWorker("borrowed-laptop", { accepted: 112, speed_percent: 41, concurrency: 2, duplicates: 1, activity: { playing: [], paused } }),
    sampleWorker("a-worker-whose-name-has-as-many-letters-as-the-name-of-one-may-h", { accepted: 7, first_seen: days(-3), last_seen: days(-2) }),
    sampleWorker("cheater", { refuted: 2, refused: 1, audited: 5, quarantine: "3 of its results were wrong", first_seen: days(-1), last_seen: days(-0.1) }),
    sampleWorker("new", { speed_percent: 0, concurrency: 0 }),
    sampleWorker(HOSTILE_NAME, { accepted: 1, activity: playing(keys.slice(6)) }),
  ];
}

/** Lines for stderr with drawings, in a form that a page must not take for HTML. */
const DRAWINGS = [
  `@rathaus {"circle": [1, 0, 0.5], "colour": "red"}`,
  `@rathaus {"line": [0, 0, 1, 1]}`,
  `@rathaus {"text": "<b>here</b>", "at": [0, 1]}`,
  `@rathaus {"circle": [1, 0, NaN]}`,
  `<i>thinking</i>`,
];

/** A bot of that game that draws and reports a number. */
export const ARTIST = `
import sys
for number, line in enumerate(sys.stdin):
    print(${JSON.stringify(DRAWINGS.join("\n"))}, file=sys.stderr)
    print('@rathaus {"number": {"name": "<b>depth</b>", "value": %d}}' % number, file=sys.stderr)
    print("red", flush=True)
`;

/** A bot for the rat race that draws and reports a number in each turn. */
export const DRAWING_WALKER = `
import sys
class Walker(Player):
    def turn(self):
        print('@rathaus {"circle": [26, 7, 3]}', file=sys.stderr)
        print('@rathaus {"number": {"name": "bits", "value": %d}}' % self.bit_chunk(0, 2), file=sys.stderr)
        print("walking", file=sys.stderr)
        return Coordinate(1, self.bit_chunk(0, 1) - self.bit_chunk(1, 1))
`;

/** Writes a custom game with two bots, of which one makes no move that the game accepts. */
export function writePainter(server: TestServer) {
  server.file("games/painter/game.toml", 'name = "painter"\nsource = "game.py"\nseats = 2\n');
  server.file("games/painter/game.py", PAINTER);
  server.file("red.sh", "while read -r line; do echo red; done\n");
  server.file("nobody.sh", "while read -r line; do echo nothing; done\n");
}

/** A tournament of that game. */
export function painterTournament(format: string): string {
  return `game = "painter"\nseed = 3\ngames = 1\nformat = "${format}"\nentrants = ["red.sh", "nobody.sh"]\n`;
}

/** Shows letters first, then drawings with a script, which the page must not run. */
const PAINTER = `
import json
start = json.loads(input())
scores = [0, 0]
frame = {"rows": ["ab", "c"], "legend": [{"letter": "a", "tone": "seat 0", "means": "<b>paint</b>"}, {"letter": "b", "tone": "seat 1"}], "caption": ["first"]}
faults = []
for turn in range(3):
    asks = [{"seat": seat, "send": ["turn %d" % turn]} for seat in (0, 1)]
    print(json.dumps({"type": "ask", "asks": asks, "frame": frame, "faults": faults, "standing": scores}), flush=True)
    answers = json.loads(input())["answers"]
    said = [answer.get("lines", [""])[0] for answer in answers]
    faults = [{"answer": seat, "fault": "illegal", "what": "no colour"} for seat in (0, 1) if said[seat] != "red"]
    scores = [points + (colour == "red") for points, colour in zip(scores, said)]
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="%d" height="30" style="fill: red"/><script>parent.document.title = "taken over"</script></svg>'
    frame = {"svg": drawing % (30 * turn + 30), "caption": ["painted %d" % (turn + 1)]}
print(json.dumps({"type": "end", "scores": scores, "reason": "all is painted", "frame": frame, "faults": faults}), flush=True)
`;
