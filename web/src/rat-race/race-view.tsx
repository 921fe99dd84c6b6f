// A race: the track with its specimens, turn by turn, and what was counted.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { RaceFilm } from "../types";
import { Controls } from "../ui/controls";
import { useKeys, usePlayback } from "../ui/playback";
import { Board } from "./board";
import { Charts, Counts } from "./charts";
import { unpack } from "./density";
import { Descent, leaders } from "./descent";
import { frameOf } from "./frames";
import { WalksPanel, type Shown } from "./walks-panel";
import "./rat-race.css";

export function RaceView({ film }: { film: RaceFilm }) {
  const [levels, setLevels] = useState<Uint8Array | null>(null);
  const [trouble, setTrouble] = useState("");
  const cells = film.track.colours.length;
  useEffect(() => {
    unpack(film.frames.density, cells).then(setLevels, (error) => setTrouble(String(error)));
  }, [film]);

  const { turns } = film.frames;
  const last = turns.length - 1;
  const playback = usePlayback(turns.length, last, 30);
  useKeys(playback, last);
  const turn = turns[playback.frame] ?? 0;
  const showTurn = (wanted: number) => playback.show(frameOf(turns, wanted));

  const choices = useMemo(() => leaders(film), [film]);
  const [chosen, choose] = useState(0);
  const [shown, show] = useState<Shown>({ walks: true, only: null });
  const genome = film.individuals[choices[chosen]?.id ?? -1]?.genome;
  const walks = genome === undefined ? null : (film.analysis?.walks[genome] ?? null);

  if (trouble) return <p role="alert">This browser cannot unpack the race: {trouble}</p>;
  return (
    <section class="race" aria-label="The race">
      <Controls playback={playback} last={last} noun="turn" label={(frame) => `turn ${(turns[frame] ?? 0).toLocaleString("en")}`} />
      <Board
        film={film}
        levels={levels?.subarray(playback.frame * cells, (playback.frame + 1) * cells) ?? null}
        walks={shown.walks ? walks : null}
        only={shown.only}
      />
      <Counts film={film} frame={playback.frame} />
      <Charts film={film} turn={turn} onPick={showTurn} />
      <Descent film={film} chosen={chosen} onChoose={choose} onTurn={showTurn}>
        {walks && film.analysis ? (
          <WalksPanel track={film.track} walks={walks} isSame={film.analysis.is_same} shown={shown} onShow={show} />
        ) : null}
      </Descent>
    </section>
  );
}
