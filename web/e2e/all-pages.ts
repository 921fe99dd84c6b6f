// One page of each kind, for tests and screenshots of all pages.

import type { Page } from "@playwright/test";
import { HOSTILE_NAME, painterTournament, playOneGame, playPastRaces, sampleWorkers, walker, writePainter } from "./sample-tournaments";
import { bot, TestServer } from "./server";

export interface SamplePage {
  name: string;
  path: (server: TestServer, page: Page) => Promise<string>;
  /** Something that is there once the page has loaded. */
  content: string;
}

const fixed = (path: string) => async () => path;

/** The path of the listed match with the lowest number: the list itself begins with the last result. */
function match(tournament: string, query = "") {
  return async (server: TestServer, page: Page) => {
    const listed = await page.request.get(`${server.url}api/tournaments/${tournament}/matches?count=100${query}`);
    const matches: { key: string; number: number }[] = (await listed.json()).matches;
    const [first] = matches.sort((a, b) => a.number - b.number);
    return `tournaments/${tournament}/matches/${first.key}`;
  };
}

/** The tab with workers, of which there are some from then on. */
async function workers(server: TestServer, page: Page) {
  const listed = await page.request.get(`${server.url}api/tournaments/fleet/matches`);
  const matches: { key: string }[] = (await listed.json()).matches;
  server.putWorkers("fleet", sampleWorkers(matches.map(({ key }) => key)));
  return "tournaments/fleet#tab=workers";
}

export const PAGES: SamplePage[] = [
  { name: "home", path: fixed(""), content: ".results" },
  { name: "tournament", path: fixed("tournaments/past"), content: "tbody tr" },
  { name: "tournament-games", path: fixed("tournaments/dilemma"), content: "tbody tr" },
  { name: "tournament-pairs", path: fixed("tournaments/dilemma#tab=pairs"), content: "tbody tr" },
  { name: "tournament-matches", path: fixed("tournaments/past#tab=matches"), content: "tbody tr" },
  { name: "tournament-charts", path: fixed("tournaments/past#tab=charts"), content: ".pictures img" },
  { name: "tournament-workers", path: workers, content: ".workers tbody tr" },
  { name: "knock-out", path: fixed("tournaments/cup"), content: "tbody tr" },
  { name: "adaptive", path: fixed("tournaments/adaptive"), content: "tbody tr" },
  { name: "too-few", path: fixed("tournaments/painted"), content: "tbody tr" },
  { name: "not-played-yet", path: fixed("tournaments/later"), content: ".empty" },
  { name: "bot", path: fixed("tournaments/past/bots/color-score-cpp"), content: "tbody tr" },
  { name: "race", path: match("past", "&entrant=color-score-cpp"), content: ".dialogue" },
  { name: "fault", path: match("past", "&faulty=true"), content: ".dialogue" },
  { name: "match-dilemma", path: match("dilemma"), content: ".dialogue" },
  { name: "match-grid", path: match("grid"), content: ".dialogue" },
  { name: "match-lights", path: match("lights"), content: ".stage" },
  { name: "match-custom", path: match("painted"), content: ".stage" },
  { name: "no-recording", path: match("cup"), content: ".empty" },
  { name: "recording", path: fixed("replays/kept"), content: ".dialogue" },
  { name: "play", path: fixed("play"), content: ".tile" },
  { name: "play-setup", path: fixed("play/prisoners-dilemma"), content: ".play-setup" },
  { name: "lights-out", path: fixed("lights-out"), content: ".playable" },
  { name: "missing", path: fixed("nowhere"), content: ".empty" },
];

/** Plays what the pages show, and serves it. */
export async function serveAllPages(): Promise<TestServer> {
  const server = new TestServer();
  playPastRaces(server);
  writePainter(server);
  server.play("cup", `${painterTournament("knock-out")}[records]\nkeep = "none"\n`);
  server.play("adaptive", painterTournament("adaptive"));
  server.play("painted", `${painterTournament("round-robin")}[records]\nkeep = "all"\n`);
  const dilemma = ["greedy.py", "lazy.py", "titfortat.sh"].map((name) => bot(`prisoners-dilemma/${name}`));
  const groups = `game = "prisoners-dilemma"\nseed = 3\ngames = 8\nentrants = ${JSON.stringify(dilemma)}\n[parameters]\nrounds_per_player = 4\n[[group]]\nname = "short"\n[[group]]\nname = "long"\nparameters = { rounds_per_player = 6 }\n`;
  server.play("dilemma", groups);
  server.play("fleet", groups);
  playOneGame(server, "grid", "grid-routing", ["random-builder.py", "explorer.py", "annoyance.sh"].map((name) => `grid-routing/${name}`), "rounds = 2");
  server.play("lights", `game = "lights-out"\nseed = 3\nboards = 3\nentrants = [${JSON.stringify(bot("lights-out/chase.rb"))}]\n`);
  server.file("slow.py", walker("pass"));
  server.file("later.toml", `name = "Later"\ngame = "rat-race"\nseed = 1\nboards = 1\nentrants = ["slow.py"]\n`);
  server.run("tournament", "replay", `best:${HOSTILE_NAME}`, "--file", "past.toml", "--out", "kept.replay");
  await server.serve("later.toml", "--play", "painter", "red.sh", "--play", "prisoners-dilemma", ...dilemma);
  return server;
}
