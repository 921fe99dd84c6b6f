// The pages of a server, as somebody sees them who has them open.

import { expect, test, type Page } from "@playwright/test";
import { once } from "node:events";
import { bot, HOSTILE, House, player } from "./house";

let house: House;
let troubles: string[] = [];

test.beforeAll(async () => {
  house = new House();
  house.file("crasher.py", player("raise ValueError('</script><b>bold</b>')"));
  house.file("slow.py", "import time\n\n" + player("time.sleep(0.001)"));
  house.file(
    "past.toml",
    `name = "Past <i>races</i>"
game = "rat-race"
seed = 7
boards = 4
entrants = [${JSON.stringify(bot("rat-race/color-score-cpp"))}, "crasher.py"]
[parameters]
turns = 1500
[[entrant]]
path = ${JSON.stringify(bot("rat-race/hard-believers"))}
name = ${JSON.stringify(HOSTILE)}
[records]
keep = "all"
`,
  );
  house.file("live.toml", `name = "Live"\ngame = "rat-race"\nseed = 1\nboards = 10\nentrants = ["slow.py"]\n[parameters]\nturns = 60\n`);
  house.run("tournament", "run", "past.toml", "--quiet");
  for (const [name, text] of Object.entries(GAMES)) {
    house.file(`${name}.toml`, text);
    house.run("tournament", "run", `${name}.toml`, "--quiet");
  }
  house.file("games/painter/game.toml", 'name = "painter"\nsource = "game.py"\nseats = 2\n');
  house.file("games/painter/game.py", PAINTER);
  house.file("red.sh", "while read -r line; do echo red; done\n");
  house.file("nobody.sh", "while read -r line; do echo nothing; done\n");
  house.file("painter.toml", `game = "painter"\nseed = 3\ngames = 1\nformat = "round-robin"\nentrants = ["red.sh", "nobody.sh"]\n[records]\nkeep = "all"\n`);
  house.run("tournament", "run", "painter.toml", "--quiet");
  for (const [name, format] of [["cup", "knock-out"], ["league", "swiss"]]) {
    house.file(`${name}.toml`, `game = "painter"\nseed = 3\ngames = 1\nformat = "${format}"\nentrants = ["red.sh", "nobody.sh"]\n`);
    house.run("tournament", "run", `${name}.toml`, "--quiet");
  }
  await house.serve("--bot", bot("rat-race/hard-believers"));
});

test.afterAll(() => house.close());

test.beforeEach(async ({ page }) => {
  troubles = [];
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") troubles.push(message.text());
  });
});

/** The rules of a game of one's own: it shows letters, then a drawing that would like to do more than to be seen. */
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
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="%d" height="30" fill="red"/><script>parent.document.title = "taken over"</script></svg>'
    frame = {"svg": drawing % (30 * turn + 30), "caption": ["painted %d" % (turn + 1)]}
print(json.dumps({"type": "end", "scores": scores, "reason": "all is painted", "frame": frame, "faults": faults}), flush=True)
`;

/** A short tournament of each of the other games. */
const GAMES = {
  grid: together("grid-routing", ["grid-routing/random-builder.py", "grid-routing/explorer.py", "grid-routing/annoyance.sh"], "rounds = 2"),
  dilemma: together("prisoners-dilemma", ["prisoners-dilemma/greedy.py", "prisoners-dilemma/lazy.py", "prisoners-dilemma/titfortat.sh"], "rounds_per_player = 4"),
  lights: `game = "lights-out"\nseed = 3\nboards = 3\nentrants = [${JSON.stringify(bot("lights-out/chase.rb"))}]\n`,
};

function together(game: string, bots: string[], parameters: string): string {
  const entrants = JSON.stringify(bots.map(bot));
  return `game = "${game}"\nseed = 3\ngames = 1\nentrants = ${entrants}\n[parameters]\n${parameters}\n`;
}

/** Nothing went wrong in the page, and it is not wider than the screen. */
async function isWell(page: Page) {
  expect(troubles).toEqual([]);
  // After a window has changed, charts take a moment to follow.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

async function picture(page: Page, name: string) {
  await page.screenshot({ path: `test-results/${name}.png`, fullPage: true });
}

test("all that is served is listed", async ({ page }) => {
  await page.goto(house.url);
  await expect(page.getByRole("link", { name: "Past <i>races</i>" })).toBeVisible();
  await expect(page.getByText("12 of 12 matches")).toBeVisible();
  await expect(page.getByText("nothing has been played yet")).toBeVisible();
  await isWell(page);
  await picture(page, "home");
});

test("standings show ranks, intervals and charts, and names are names", async ({ page }) => {
  await page.goto(`${house.url}tournaments/past`);
  await expect(page.getByRole("link", { name: HOSTILE })).toBeVisible();
  await expect(page.getByRole("row")).not.toHaveCount(0);
  for (const chart of await page.getByRole("img").all()) {
    await expect.poll(() => chart.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
  expect(await page.title()).toContain("Past <i>races</i>");
  await isWell(page);
  await picture(page, "standings");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 375, height: 700 });
  await isWell(page);
  await picture(page, "standings-phone-dark");
});

test("formats that go by results say who has reached what", async ({ page }) => {
  await page.goto(`${house.url}tournaments/cup`);
  await expect(page.getByRole("columnheader", { name: "reached" })).toBeVisible();
  await expect(page.getByRole("row", { name: /red won/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /nobody final/ })).toBeVisible();
  await isWell(page);
  await picture(page, "knock-out");
  await page.goto(`${house.url}tournaments/league`);
  await expect(page.getByRole("columnheader", { name: "points" })).toBeVisible();
  await expect(page.getByRole("row", { name: /red 1 \(opponents 0\)/ })).toBeVisible();
});

test("a bot has a page with its matches", async ({ page }) => {
  await page.goto(`${house.url}tournaments/past`);
  await page.getByRole("link", { name: HOSTILE }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(HOSTILE);
  await expect(page.getByText("4 matches", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "1", exact: true }).click();
  await expect(page.getByRole("slider", { name: "turn" })).toBeVisible();
  await isWell(page);
});

test("a match with a fault shows the evidence as text", async ({ page }) => {
  await page.goto(`${house.url}tournaments/past`);
  await page.getByLabel("only with faults").check();
  await expect(page.getByText("4 matches", { exact: true })).toBeVisible();
  await page.locator("section.matches a").first().click();
  await page.locator("section.faults summary").first().click();
  await expect(page.locator("section.faults")).toContainText("</script><b>bold</b>");
  await expect(page.locator("section.faults b")).toHaveCount(0);
  await expect(page.locator("section.dialogue summary").first()).toBeVisible();
  await isWell(page);
  await picture(page, "fault");
});

/** Opens the match of the hostile name on the first board. */
async function openRace(page: Page): Promise<string> {
  const listed = await page.request.get(`${house.url}api/tournaments/past/matches?entrant=${encodeURIComponent(HOSTILE)}&count=1`);
  const { matches } = await listed.json();
  await page.goto(`${house.url}tournaments/past/matches/${matches[0].key}`);
  // The first turns come before all of them.
  await expect(page.getByRole("slider", { name: "turn" })).toHaveValue("1500");
  return matches[0].key;
}

/** The pixels of the layer with the specimens. */
function crowd(page: Page): Promise<string> {
  return page.locator(".layers canvas").nth(1).evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
}

test("a race is played, paused and stepped through, by hand and by keys", async ({ page }) => {
  await openRace(page);
  const slider = page.getByRole("slider", { name: "turn" });
  const turn = () => slider.inputValue().then(Number);
  await expect.poll(turn).toBe(1500);
  await slider.fill("300");
  await expect(page.locator("output")).toHaveText("turn 300");
  const before = await crowd(page);
  await page.locator("body").click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("ArrowRight");
  expect(await turn()).toBe(301);
  await page.keyboard.press("Shift+ArrowLeft");
  expect(await turn()).toBe(201);
  expect(await crowd(page)).not.toBe(before);
  await page.keyboard.press("Home");
  expect(await turn()).toBe(0);
  await page.getByLabel("speed").selectOption("1000");
  await page.getByRole("button", { name: "Play" }).click();
  await expect.poll(turn).toBeGreaterThan(100);
  await expect.poll(turn).toBe(1500);
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  await isWell(page);
  await picture(page, "race");
});

test("cells say what they are, and charts and genomes lead to their turns", async ({ page }) => {
  await openRace(page);
  const track = (await page.locator(".layers").boundingBox())!;
  await page.mouse.move(track.x + track.width - 5, track.y + track.height / 2);
  await expect(page.locator(".board .cell")).toContainText("(52, 7)");
  await expect(page.locator(".board .cell")).toContainText("goal");
  await page.locator(".leaders tbody tr").last().getByRole("button").first().click();
  await expect(page.getByRole("slider", { name: "turn" })).not.toHaveValue("1500");
  const chart = page.locator(".u-over").first();
  const box = (await chart.boundingBox())!;
  await chart.click({ position: { x: box.width / 2, y: box.height / 2 } });
  const middle = Number(await page.getByRole("slider", { name: "turn" }).inputValue());
  expect(Math.abs(middle - 750)).toBeLessThan(30);
  await page.getByLabel(/arrows/).check();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 375, height: 700 });
  await isWell(page);
  await picture(page, "race-phone-dark");
});

test("any specimen is found, and its bot says where its genome leads and what it means", async ({ page }) => {
  const key = await openRace(page);
  const match = `${house.url}api/tournaments/past/matches/${key}`;
  await page.getByRole("slider", { name: "turn" }).fill("0");
  await expect(page.getByRole("heading", { name: "Where this genome leads" })).toBeVisible();
  // All begin at the starts, which are in the first column.
  const { race } = await (await page.request.get(`${match}/film`)).json();
  let start = -1;
  for (const cell of race.track.starts as number[]) {
    const { all } = await (await page.request.get(`${match}/specimens?turn=0&cell=${cell}`)).json();
    if (all > 0) start = cell;
  }
  const track = (await page.locator(".layers").boundingBox())!;
  const side = track.width / race.track.width;
  await page.mouse.click(track.x + side / 2, track.y + (start + 0.5) * side);
  const found = page.locator(".specimens table");
  await expect(found).toContainText(`(0, ${start}) in turn 0`);
  const genome = await found.locator("code").first().innerText();
  await found.getByRole("button", { name: "show" }).first().click();
  await expect(page.getByText(`This is the genome of a specimen at (0, ${start}) in turn 0`)).toContainText(genome);
  const beliefs = page.locator(".beliefs tbody tr");
  await expect(beliefs).toHaveCount(16);
  await expect(page.locator(".walks")).toContainText(`Of ${race.track.starts.length} admissible starts`);
  await page.mouse.move(track.x + track.width / 2, track.y + track.height / 2);
  await expect(page.locator(".board .cell")).toContainText("its colour is taken for");
  const drawn = await crowd(page);
  await page.getByLabel(/draw that on the track/).uncheck();
  expect(await crowd(page)).not.toBe(drawn);
  await page.getByLabel(/draw that on the track/).check();
  await isWell(page);
  await picture(page, "beliefs");
  // Without a pointer: the cell by its numbers.
  await page.getByLabel("x", { exact: true }).fill("52");
  await page.getByRole("button", { name: /Look at them in turn/ }).press("Enter");
  await expect(page.getByText("There is nobody at (52")).toBeVisible();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 375, height: 700 });
  await isWell(page);
  await picture(page, "beliefs-phone-dark");
});

test("a page that lies in a file needs nothing besides", async ({ page }) => {
  const listed = await page.request.get(`${house.url}api/tournaments/past/matches?count=1`);
  const { matches } = await listed.json();
  house.run("tournament", "replay", matches[0].key, "--file", "past.toml", "--html", "race.html");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`file://${house.folder}/race.html`);
  await expect(page.getByRole("slider", { name: "turn" })).toHaveValue("1500");
  expect(asked.filter((url) => !url.startsWith("file:") && !url.startsWith("data:") && !url.startsWith("blob:"))).toEqual([]);
  await isWell(page);
});

test("standings go on while a tournament is played", async ({ page }) => {
  await page.goto(`${house.url}tournaments/live`);
  await expect(page.getByText("no match yet")).toBeVisible();
  const running = house.start("tournament", "run", "live.toml", "--quiet");
  const ended = once(running, "exit");
  await expect(page.getByText("being played")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/[1-9] of 10 matches/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("link", { name: "slow" })).toBeVisible();
  await picture(page, "live");
  await ended;
  await expect(page.getByText("10 of 10 matches")).toBeVisible();
  await expect(page.getByText("being played")).toBeHidden();
  // Before anything was played there was nothing to show, which a browser calls an error.
  troubles = troubles.filter((trouble) => !trouble.includes("404"));
  await isWell(page);
});

/** Opens the first match of a tournament. */
async function openFirst(page: Page, tournament: string) {
  const listed = await page.request.get(`${house.url}api/tournaments/${tournament}/matches?count=1`);
  const { matches } = await listed.json();
  await page.goto(`${house.url}tournaments/${tournament}/matches/${matches[0].key}`);
}

for (const [name, noun] of [
  ["grid", "phase"],
  ["dilemma", "round"],
  ["lights", "click"],
] as const) {
  test(`a match of ${name} is stepped through`, async ({ page }) => {
    await openFirst(page, name);
    const slider = page.getByRole("slider", { name: noun });
    await expect(slider).toBeVisible();
    await page.waitForLoadState("networkidle");
    await slider.fill("0");
    await page.locator("body").click({ position: { x: 5, y: 5 } });
    await page.keyboard.press("ArrowRight");
    await expect(slider).toHaveValue("1");
    await isWell(page);
    await picture(page, name);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 375, height: 700 });
    await isWell(page);
    await picture(page, `${name}-phone-dark`);
  });
}

test("a game of one's own is shown by its pictures, with what was said and what went wrong", async ({ page }) => {
  await openFirst(page, "painter");
  const slider = page.getByRole("slider", { name: "picture" });
  await expect(slider).toHaveValue("3");
  const drawing = page.getByRole("img", { name: "A drawing. painted 3" });
  await expect.poll(() => drawing.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(90);
  await picture(page, "own-drawing");
  await slider.fill("0");
  await expect(page.getByRole("img", { name: "A board of 2 columns and 2 rows. first" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Question 1", exact: true })).toBeVisible();
  await expect(page.getByText("turn 0\\n").first()).toBeVisible();
  await expect(page.getByText("red: <b>paint</b>").or(page.getByText("nobody: <b>paint</b>"))).toBeVisible();
  await expect(page.locator("p.warning")).toHaveText(["nobody: illegal: no colour"]);
  await page.getByRole("button", { name: "2 nobody illegal" }).click();
  await expect(slider).toHaveValue("1");
  expect(await page.title()).not.toBe("taken over");
  await isWell(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 375, height: 700 });
  await slider.fill("0");
  await isWell(page);
  await picture(page, "own-phone-dark");
});

test("Lights Out is played by hand, and solved by the searches in a worker", async ({ page }) => {
  await page.goto(`${house.url}lights-out`);
  await page.getByLabel(/Rows of 0 and 1/).fill("010\n111\n010");
  await page.getByRole("button", { name: "Take this board" }).click();
  await page.getByLabel("mark the fewest clicks").check();
  for (const method of ["Fewest clicks", "The article’s method", "A genetic algorithm"]) {
    await page.getByRole("button", { name: new RegExp(`^Solve.*: ${method}`) }).click();
  }
  await expect
    .poll(() => page.getByRole("button", { name: /^Step through: /, disabled: false }).count(), { timeout: 60_000 })
    .toBe(3);
  await isWell(page);
  await picture(page, "lights-out");
  await expect(page.locator(".playable .on")).toHaveCount(5);
  // The middle alone turns this board off; it is clicked by keys.
  await page.getByRole("gridcell").first().focus();
  for (const key of ["ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await expect(page.locator(".playable .on")).toHaveCount(0);
  await isWell(page);
});
