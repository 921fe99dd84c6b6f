// How a match with a person ended: scores, faults, and the way to its replay.

import { rounded } from "../ui/numbers";
import { winner } from "../ui/outcome";
import { Scores } from "../ui/scores";
import { matchPath } from "./play-api";
import { playLink, replayOfPersonLink } from "./play-links";
import type { PlayEnd, PlayState } from "./play-state";

interface MatchEndProps {
  state: PlayState;
  end: PlayEnd;
  token: string;
}

export function MatchEnd({ state, end, token }: MatchEndProps) {
  const { game, offered_as, names } = state;
  return (
    <section class="stack-s" aria-label="The result">
      {end.how === "played" ? (
        <>
          <p class="outcome">
            Ended: <bdi>{end.ended}</bdi>
          </p>
          <Scores game={game} names={names} scores={end.scores} best={end.best} nameOf={(name, seat) => <NameWithFaults name={name} faults={end.faults[seat] ?? 0} />} />
        </>
      ) : (
        <p>
          The match has no result: <bdi>{end.why}</bdi>.
        </p>
      )}
      <div class="row">
        <a class="button" href={playLink(offered_as)}>
          Play again
        </a>
        {end.how === "played" && end.has_replay ? (
          <>
            <a class="button" href={replayOfPersonLink(offered_as, token)}>
              Watch the replay
            </a>
            <a class="button" href={`${matchPath(token)}/replay`} download>
              Download
            </a>
          </>
        ) : null}
      </div>
    </section>
  );
}

export function outcomeInWords({ seat, names }: PlayState, end: PlayEnd): string {
  if (end.how !== "played") return "The match has ended";
  const { scores, best } = end;
  const won = winner(scores, best);
  if (names.length === 1) return `Your score: ${rounded(scores[0]!)}`;
  if (won === null) return scores.every((score) => score === scores[0]) ? "Drawn" : "Nobody won alone";
  return won === seat ? "You won" : names.length === 2 ? "You lost" : `${names[won]} won`;
}

function NameWithFaults({ name, faults }: { name: string; faults: number }) {
  return (
    <>
      <bdi>{name}</bdi> {faults > 0 ? <span class="badge bad">{faults === 1 ? "1 fault" : `${faults} faults`}</span> : null}
    </>
  );
}
