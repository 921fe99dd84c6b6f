import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { GAMES, pagesOf } from "./registry";

const GAMES_FOLDER = fileURLToPath(new URL(".", import.meta.url));
const SOURCE_FOLDER = fileURLToPath(new URL("..", import.meta.url));

const folders = readdirSync(GAMES_FOLDER).filter((name) => statSync(GAMES_FOLDER + name).isDirectory());
const sources = readdirSync(SOURCE_FOLDER, { recursive: true, encoding: "utf8" });
const outside = sources.filter((path) => !path.startsWith("games") && /\.(tsx?|css)$/.test(path));

/** Matches a name however it is written: `lights-out`, `lightsOut`, `Lights Out`, `LIGHTS_OUT`. */
function anySpelling(name: string): RegExp {
  const letters = name.split("-").join("[-_ ]?").replace("prisoners", "prisoner['’]?s");
  return new RegExp(`(?<![a-z])${letters}(?![a-z])`, "i");
}

test("each folder is a game in the list, except for that of custom games", () => {
  expect(folders.filter((folder) => folder !== "custom").sort()).toEqual(GAMES.map(({ name }) => name).sort());
});

test("nothing outside this folder names a game", () => {
  expect(outside.length).toBeGreaterThan(20);
  const named = outside.flatMap((path) => {
    const text = readFileSync(SOURCE_FOLDER + path, "utf8");
    return folders.filter((folder) => anySpelling(folder).test(text)).map((folder) => `${path} names ${folder}`);
  });
  expect(named).toEqual([]);
});

test("any spelling of a name is found, and no part of another word", () => {
  const found = ["lights-out", "LightsOut", "lightsOut", "Lights Out", "highlights out"].map((text) =>
    anySpelling("lights-out").test(text),
  );
  expect(found).toEqual([true, true, true, true, false]);
  expect(anySpelling("prisoners-dilemma").test("Prisoner's dilemma")).toBe(true);
});

test("routes and links of games are unique", () => {
  const routes = GAMES.flatMap((game) => game.routes);
  expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length);
  expect(new Set(routes.map(({ linkText }) => linkText)).size).toBe(routes.length);
});

test("a name that is not in the list is a custom game", () => {
  expect(pagesOf("rat-race").title).toBe("Rat race");
  expect(pagesOf("nim")).toMatchObject({ name: "nim", title: "nim", matchNoun: "game" });
});
