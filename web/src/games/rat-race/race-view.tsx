// A race turn by turn: the track with its specimens, and statistics.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { Match } from "../../types";
import type { RaceTimeline } from "./types";
import type { TurnNotes } from "../../types";
import { raceEvents } from "./race-events";
import { Controls } from "../../ui/controls";
import { DrawingToggles, NumberCharts, StderrOfTurn, useDrawings } from "../../ui/drawings";
import { notesOf } from "../../ui/notes";
import { usePlayback } from "../../ui/playback";
import { AnalysisPanel, useAnalysis } from "./analysis-panel";
import { Board } from "./board";
import { Charts, RaceCounts } from "./race-charts";
import { unpack } from "./density";
import { leaders, LeadersPanel } from "./leaders-panel";
import { frameOf } from "../../ui/frames";
import { TrackLegend } from "./legend";
import { NamedSpecimens } from "./named-specimens";
import { SpecimensPanel, type Picked } from "./specimens-panel";
import { NO_OVERLAYS, Overlays, type OverlayState } from "./overlays";
import "./rat-race.css";

interface RaceProps {
  race: RaceTimeline;
  notes: TurnNotes[];
  match: Match;
  /**
   * Where the server lists the specimens of a cell, and where its bot explains a genome; null where
   * it does not.
   */
  specimensAt: string | null;
  analysisAt: string | null;
}

/** A race with the levels of all its cells; null until they are unpacked. While more of it is unpacked, less stays. */
function useUnpacked(latest: RaceTimeline): { race: RaceTimeline; levels: Uint8Array | null; trouble: string } {
  const [unpacked, setUnpacked] = useState<{ race: RaceTimeline; levels: Uint8Array } | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    unpack(latest.frames.density, latest.track.colours.length).then(
      (levels) => setUnpacked((known) => (known?.race.is_whole ? known : { race: latest, levels })),
      (error) => setTrouble(String(error)),
    );
  }, [latest]);
  return { ...(unpacked ?? { race: latest, levels: null }), trouble };
}

export function RaceView({ race: latest, notes, match, specimensAt, analysisAt }: RaceProps) {
  const { names } = match;
  const { race, levels, trouble } = useUnpacked(latest);
  const cells = race.track.colours.length;
  const { turns } = race.frames;
  const lastTurn = turns.at(-1) ?? 0;
  const expected = race.is_whole ? null : Number(match.spec.parameters.turns) || lastTurn;
  const playback = usePlayback({ turns, usual: 30, expected, isReady: levels !== null });
  const turn = turns[playback.frame] ?? 0;
  const showTurn = (wanted: number) => playback.show(frameOf(turns, wanted));

  const events = useMemo(() => raceEvents(race, match), [race, match]);
  const choices = useMemo(() => leaders(race), [race]);
  const [chosen, choose] = useState(0);
  const [picked, pick] = useState<Picked | null>(null);
  const [clicked, click] = useState<{ cell: number } | null>(null);
  const [shown, show] = useState<OverlayState>(NO_OVERLAYS);
  const [isZoomed, zoom] = useState(false);
  const drawings = useDrawings();
  const written = useMemo(() => notesOf(notes, turns, playback.frame), [notes, turns, playback.frame]);
  const genome = picked?.genome ?? race.individuals[choices[chosen]?.id ?? -1]?.genome;
  // While only the first turns are loaded, the fittest so far is rarely of interest.
  const analysis = useAnalysis(race.analysis, race.is_whole || picked ? analysisAt : null, genome);

  if (trouble) return <p role="alert">This browser cannot unpack the race: {trouble}</p>;
  return (
    <section class="race stack" aria-label="The race">
      <div class="stage">
        <Board
          race={race}
          levels={levels?.subarray(playback.frame * cells, (playback.frame + 1) * cells) ?? null}
          analysis={analysis}
          shown={shown}
          drawn={{ notes: written, names, drawings }}
          isZoomed={isZoomed}
          onClick={specimensAt ? (cell) => click({ cell }) : undefined}
        >
          <Controls
            playback={playback}
            noun="turn"
            label={(frame) => `turn ${(turns[frame] ?? 0).toLocaleString("en")} of ${lastTurn.toLocaleString("en")}`}
            events={events}
          >
            <button type="button" aria-pressed={isZoomed} onClick={() => zoom(!isZoomed)}>
              Zoom
            </button>
          </Controls>
        </Board>
        <div class="stage-foot">
          <Overlays analysis={analysis} shown={shown} onShow={show}>
            <DrawingToggles notes={notes} names={names} drawings={drawings} />
          </Overlays>
          <TrackLegend />
        </div>
      </div>
      {specimensAt ? <SpecimensPanel track={race.track} path={specimensAt} turn={turn} clicked={clicked} onPick={pick} /> : null}
      <StderrOfTurn notes={written} names={names} />
      <RaceCounts race={race} frame={playback.frame} />
      <Charts race={race} turn={turn} onPick={showTurn} />
      <NumberCharts notes={notes} names={names} across="turn" at={turn} onPick={showTurn} />
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
        <AnalysisPanel track={race.track} analysis={analysis} />
      </LeadersPanel>
    </section>
  );
}
