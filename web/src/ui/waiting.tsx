// A placeholder for data that is loading or could not be loaded.

export function Waiting({ trouble, words = "Loading …" }: { trouble: string | null; words?: string }) {
  return trouble ? (
    <p role="alert" class="warning">
      {trouble}
    </p>
  ) : (
    <p class="facts" aria-live="polite">
      {words}
    </p>
  );
}
