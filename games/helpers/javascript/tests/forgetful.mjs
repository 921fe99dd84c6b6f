// A game that prints something, and does not end its match.

import { run } from "../rathaus-game.mjs";

run((match) => console.log("printed by the rules of", match.game));
