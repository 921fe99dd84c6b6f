// A race turn by turn: the track with its specimens, and statistics.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { RaceTimeline } from "./types";
import { Controls } from "../../ui/controls";
import { useKeys, usePlayback } from "../../ui/playback";
import { AnalysisPanel, useAnalysis } from "./analysis-panel";
import { Board } from "./board";
import { Charts, RaceCounts } from "./race-charts";
import { unpack } from "./density";
import { leaders, LeadersPanel } from "./leaders-panel";
import { frameOf } from "./frames";
import { NamedSpecimens } from "./named-specimens";
import { SpecimensPanel, type Picked } from "./specimens-panel";
import type { Shown } from "./walks-panel";
import "./rat-race.css";

interface RaceProps {
  race: RaceTimeline;
  /**
   * Where the server lists the specimens of a cell, and where its bot explains a genome; null where
   * it does not.
   */
  specimensAt: string | null;
  analysisAt: string | null;
}

export function RaceView({ race, specimensAt, analysisAt }: RaceProps) {
  const [levels, setLevels] = useState<Uint8Array | null>(null);
  const [trouble, setTrouble] = useState("");
  const cells = race.track.colours.length;
  useEffect(() => {
    unpack(race.frames.density, cells).then(setLevels, (error) => setTrouble(String(error)));
  }, [race]);

  const { turns } = race.frames;
  const last = turns.length - 1;
  const playback = usePlayback(turns.length, last, 30);
  useKeys(playback, last);
  const turn = turns[playback.frame] ?? 0;
  const showTurn = (wanted: number) => playback.show(frameOf(turns, wanted));

  const choices = useMemo(() => leaders(race), [race]);
  const [chosen, choose] = useState(0);
  const [picked, pick] = useState<Picked | null>(null);
  const [clicked, click] = useState<{ cell: number } | null>(null);
  const [shown, show] = useState<Shown>({ walks: true, only: null, beliefs: true });
  const genome = picked?.genome ?? race.individuals[choices[chosen]?.id ?? -1]?.genome;
  // While only the first turns are loaded, the fittest so far is rarely of interest.
  const analysis = useAnalysis(race.analysis, race.is_whole || picked ? analysisAt : null, genome);

  if (trouble) return <p role="alert">This browser cannot unpack the race: {trouble}</p>;
  return (
    <section class="race" aria-label="The race">
      <Controls playback={playback} last={last} noun="turn" label={(frame) => `turn ${(turns[frame] ?? 0).toLocaleString("en")}`} />
      <Board
        race={race}
        levels={levels?.subarray(playback.frame * cells, (playback.frame + 1) * cells) ?? null}
        walks={shown.walks ? analysis.walks : null}
        only={shown.only}
        beliefs={shown.beliefs ? analysis.beliefs : null}
        onClick={specimensAt ? (cell) => click({ cell }) : undefined}
      />
      {specimensAt ? <SpecimensPanel track={race.track} path={specimensAt} turn={turn} clicked={clicked} onPick={pick} /> : null}
      <RaceCounts race={race} frame={playback.frame} />
      <Charts race={race} turn={turn} onPick={showTurn} />
      <NamedSpecimens race={race} picked={picked} onPick={pick} />
      <LeadersPanel
        race={race}
        chosen={picked ? null : chosen}
        onChoose={(index) => {
          pick(null);
          choose(index);
        }}
        onTurn={showTurn}
      >
        {picked ? (
          <p>
            This is the genome of {picked.words}: <code>{picked.genome}</code>
          </p>
        ) : null}
        <AnalysisPanel track={race.track} analysis={analysis} shown={shown} onShow={show} />
      </LeadersPanel>
    </section>
  );
}
