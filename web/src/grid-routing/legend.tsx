// What the marks of a grid mean, and how a round is scored.

export function Legend() {
  return (
    <div class="legend">
      <ul>
        <li>
          <span class="sample vertex" aria-hidden="true" />
          inactive
        </li>
        <li>
          <span class="sample vertex broken" aria-hidden="true" />
          broken
        </li>
        <li>
          <span class="sample vertex owned" aria-hidden="true" />
          active, by its owner
        </li>
        <li>
          <span class="sample vertex shared" aria-hidden="true" />
          of several owners
        </li>
        <li>
          <span class="sample vertex way" aria-hidden="true" />
          way of the searches, the wider the more take it
        </li>
      </ul>
      <p>
        Searches go from active sources to sinks, a row up in each step, so that all paths are equally long. Each that arrives gives a point to every owner
        of every vertex on its way. They turn at random: <em>expected</em> is what they give on the average, <em>gained</em> what those gave that
        were drawn. What is on no path is pale. Columns go round: a way that leaves on one side comes in on the other.
      </p>
    </div>
  );
}
