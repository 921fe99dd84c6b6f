// The entrance: a page that lies in a file has its match with it; any other asks the server.

import { render } from "preact";
import { App } from "./app";
import { MatchView } from "./match-view";
import "./style.css";
import type { Exhibit } from "./types";

const place = document.getElementById("app")!;
const own = document.getElementById("exhibit");
if (own) {
  const exhibit = JSON.parse(own.textContent ?? "") as Exhibit;
  render(
    <main>
      <MatchView exhibit={exhibit} />
    </main>,
    place,
  );
} else {
  render(<App />, place);
}
