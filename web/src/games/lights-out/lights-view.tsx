// A match of Lights Out: the board, the clicks of the reply, and the verdict on it.

import { useMemo } from "preact/hooks";
import { Counts } from "../../ui/counts";
import { dark, fromText } from "./board";
import { cellNumbers, duration, verdictInWords, type Details } from "./details";
import { ProgressCharts } from "./progress-charts";
import { SolutionStepper } from "./solution-stepper";
import "./lights-out.css";

export function LightsView({ details }: { details: Details }) {
  const board = useMemo(() => {
    const read = fromText(details.board.join("\n"));
    return "wrong" in read ? dark(1, 1) : read;
  }, [details]);
  const clicks = useMemo(() => cellNumbers(details.clicks ?? [], board.columns), [details, board]);
  const fewest = useMemo(() => details.fewest && cellNumbers(details.fewest, board.columns), [details, board]);
  return (
    <section class="lights-out stack" aria-label="The board">
      <SolutionStepper board={board} clicks={clicks} fewest={fewest} isInUrl />
      <Facts details={details} />
      <ProgressCharts lines={details.progress} />
    </section>
  );
}

function Facts({ details }: { details: Details }) {
  const { clicks, fewest, took_us, cpu_us, evaluations } = details;
  const facts: [string, string][] = [
    ["verdict", verdictInWords(details)],
    ["clicks", clicks ? clicks.length.toLocaleString("en") : "none"],
    ["fewest clicks", fewest ? `${fewest.length}` : "there is no solution"],
    ["time", duration(took_us)],
    ["processor time", duration(cpu_us)],
    ["evaluations", evaluations === null ? "not reported" : evaluations.toLocaleString("en")],
  ];
  return <Counts counts={facts} />;
}
