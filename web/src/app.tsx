// The pages of a server, by their paths.

import { LocationProvider, Route, Router } from "preact-iso";
import { LightsPage } from "./lights-out/lights-page";
import { BotPage } from "./pages/bot";
import { Home } from "./pages/home";
import { MatchPage, ReplayPage } from "./pages/match";
import { TournamentPage } from "./pages/tournament";

export function App() {
  return (
    <LocationProvider>
      <header class="top">
        <a href="/" class="brand">
          rathaus
        </a>
        <nav aria-label="Pages">
          <a href="/">Tournaments</a>
          <a href="/lights-out">Lights Out</a>
        </nav>
      </header>
      <main>
        <Router>
          <Route path="/" component={Home} />
          <Route path="/tournaments/:name" component={TournamentPage} />
          <Route path="/tournaments/:name/bots/:bot" component={BotPage} />
          <Route path="/tournaments/:name/matches/:key" component={MatchPage} />
          <Route path="/replays/:name" component={ReplayPage} />
          <Route path="/lights-out" component={LightsPage} />
          <Route default component={Nothing} />
        </Router>
      </main>
    </LocationProvider>
  );
}

function Nothing() {
  return (
    <>
      <h1>There is no such page</h1>
      <p>
        <a href="/">All that is shown here</a>
      </p>
    </>
  );
}
