// A bot's analysis of a genome. A page that is a file contains it; otherwise the server returns it.

import { useRequest } from "../../api";
import type { Analysis, Meaning, Track, Walk } from "./types";
import { Waiting } from "../../ui/waiting";
import { BeliefsPanel } from "./beliefs-panel";
import { WalksPanel } from "./walks-panel";

/** What is known of one genome so far. */
export interface GenomeAnalysis {
  walks: Walk[] | null;
  beliefs: Meaning[] | null;
  isSame: boolean;
  trouble: string | null;
  isAwaited: boolean;
}

/** The bot's analysis of a genome. `path` is null without a server that has the bot. */
export function useAnalysis(known: Analysis | null, path: string | null, genome: string | undefined): GenomeAnalysis {
  const isKnown = genome !== undefined && known?.walks[genome] !== undefined;
  const request = useRequest<Analysis>(!isKnown && path && genome !== undefined ? `${path}/analysis?genome=${genome}` : null);
  const analysis = isKnown ? known : request.data;
  return {
    walks: (genome && analysis?.walks[genome]) || null,
    beliefs: (genome && analysis?.beliefs?.[genome]) || null,
    isSame: analysis?.is_same ?? true,
    trouble: request.trouble ?? analysis?.trouble ?? null,
    isAwaited: !isKnown && path !== null && genome !== undefined && !request.data && !request.trouble,
  };
}

interface AnalysisProps {
  track: Track;
  analysis: GenomeAnalysis;
}

export function AnalysisPanel({ track, analysis }: AnalysisProps) {
  const { walks, beliefs, isSame, trouble, isAwaited } = analysis;
  return (
    <>
      {isAwaited ? <Waiting trouble={null} words="Waiting for the bot …" /> : null}
      {walks ? <WalksPanel walks={walks} isSame={isSame} /> : null}
      {beliefs ? <BeliefsPanel track={track} meanings={beliefs} /> : null}
      {trouble ? <Waiting trouble={walks ? `The bot could not say what its genomes mean: ${trouble}` : trouble} /> : null}
    </>
  );
}
