// The pages of a server by their paths.

import { LocationProvider, Route, Router, useLocation } from "preact-iso";
import { GAMES } from "./games/registry";
import { PersonMatchPage } from "./play/match-page";
import { PlayPage, SetupPage } from "./play/play-games";
import { PersonReplayPage } from "./play/replay-page";
import { BotPage } from "./pages/bot";
import { Home } from "./pages/home";
import { MatchPage, ReplayPage } from "./pages/match";
import { TournamentPage } from "./pages/tournament";
import { switchTheme } from "./ui/theme";
import { useTitle } from "./ui/title";

const GAME_ROUTES = GAMES.flatMap(({ routes }) => routes);

/** Whether persons can play on this server, which marks its pages if so. */
const HAS_PLAY = document.getElementById("app")?.dataset.play !== undefined;

export function App() {
  return (
    <LocationProvider>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <Bar />
      <main id="main" tabIndex={-1}>
        <Router>
          <Route path="/" component={Home} />
          <Route path="/tournaments/:name" component={TournamentPage} />
          <Route path="/tournaments/:name/bots/:bot" component={BotPage} />
          <Route path="/tournaments/:name/matches/:key" component={MatchPage} />
          <Route path="/replays/:name" component={ReplayPage} />
          {HAS_PLAY
            ? [
                <Route path="/play" component={PlayPage} />,
                <Route path="/play/:game" component={SetupPage} />,
                <Route path="/play/:game/:token" component={PersonMatchPage} />,
                <Route path="/play/:game/:token/replay" component={PersonReplayPage} />,
              ]
            : []}
          {GAME_ROUTES.map(({ path, component }) => (
            <Route path={path} component={component} />
          ))}
          <Route default component={NotFound} />
        </Router>
      </main>
    </LocationProvider>
  );
}

function Bar() {
  const { path } = useLocation();
  const current = (wanted: string) => (path === wanted ? ("page" as const) : undefined);
  return (
    <header class="bar">
      <div>
        <a href="/" class="brand">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M11 1h2v4h-2zM2 10l10-6 10 6v2H2zM4 13h3v6H4zM10.5 13h3v6h-3zM17 13h3v6h-3zM2 20h20v2H2z" />
          </svg>
          Rathaus
        </a>
        <nav aria-label="Pages">
          <a href="/" aria-current={current("/")}>
            Tournaments
          </a>
          {HAS_PLAY ? (
            <a href="/play" aria-current={path === "/play" || path.startsWith("/play/") ? "page" : undefined}>
              Play
            </a>
          ) : null}
          {GAME_ROUTES.map(({ path, linkText }) => (
            <a href={path} aria-current={current(path)}>
              {linkText}
            </a>
          ))}
        </nav>
        <button type="button" class="quiet icon push" aria-label="Switch between light and dark" onClick={switchTheme}>
          ◐
        </button>
      </div>
    </header>
  );
}

function NotFound() {
  useTitle("No such page");
  return (
    <section class="empty">
      <h1>There is no such page</h1>
      <p>
        <a href="/">All tournaments and recordings</a>
      </p>
    </section>
  );
}
