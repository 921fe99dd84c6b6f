// The entry point. A page that is a file contains its match. Other pages request data from the server.

import { render } from "preact";
import { App } from "./app";
import { MatchView } from "./match-view";
import "./tokens.css";
import "./style.css";
import "./ui/components.css";
import "./ui/tables.css";
import "./ui/viewer.css";
import "./pages/pages.css";
import type { MatchData } from "./types";
import { restoreTheme } from "./ui/theme";

restoreTheme();
const root = document.getElementById("app")!;
const embedded = document.getElementById("match-data");
if (embedded) {
  const data = JSON.parse(embedded.textContent ?? "") as MatchData;
  render(
    <main>
      <MatchView data={data} path={null} />
    </main>,
    root,
  );
} else {
  render(<App />, root);
}
