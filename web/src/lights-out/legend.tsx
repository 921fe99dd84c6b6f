// What the marks of a board mean.

export function Legend() {
  const marks: [string, string][] = [
    ["light on", "on"],
    ["light", "off"],
    ["light clicked", "clicked (twice is not at all)"],
    ["light last", "the last click"],
    ["light fewest", "of the fewest clicks"],
  ];
  return (
    <div class="legend">
      <ul>
        {marks.map(([mark, words]) => (
          <li>
            <span class={`sample ${mark}`} aria-hidden="true" />
            {words}
          </li>
        ))}
      </ul>
    </div>
  );
}
