// The pages of a server by their paths.

import { LocationProvider, Route, Router } from "preact-iso";
import { GAMES } from "./games/registry";
import { BotPage } from "./pages/bot";
import { Home } from "./pages/home";
import { MatchPage, ReplayPage } from "./pages/match";
import { TournamentPage } from "./pages/tournament";

const GAME_ROUTES = GAMES.flatMap(({ routes }) => routes);

export function App() {
  return (
    <LocationProvider>
      <header class="top">
        <a href="/" class="brand">
          rathaus
        </a>
        <nav aria-label="Pages">
          <a href="/">Tournaments</a>
          {GAME_ROUTES.map(({ path, linkText }) => (
            <a href={path}>{linkText}</a>
          ))}
        </nav>
      </header>
      <main>
        <Router>
          <Route path="/" component={Home} />
          <Route path="/tournaments/:name" component={TournamentPage} />
          <Route path="/tournaments/:name/bots/:bot" component={BotPage} />
          <Route path="/tournaments/:name/matches/:key" component={MatchPage} />
          <Route path="/replays/:name" component={ReplayPage} />
          {GAME_ROUTES.map(({ path, component }) => (
            <Route path={path} component={component} />
          ))}
          <Route default component={NotFound} />
        </Router>
      </main>
    </LocationProvider>
  );
}

function NotFound() {
  return (
    <>
      <h1>There is no such page</h1>
      <p>
        <a href="/">All that is shown here</a>
      </p>
    </>
  );
}
