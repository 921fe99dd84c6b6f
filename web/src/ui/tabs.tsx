// Tabs, of which the URL names the open one.

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { useHashValue } from "./hash";

export interface Tab {
  name: string;
  title: string;
  content: () => ComponentChildren;
}

export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  const [wanted, choose] = useHashValue("tab");
  const open = tabs.find(({ name }) => name === wanted) ?? tabs[0]!;
  useEffect(() => showWhole(`tab-${open.name}`), [open.name]);
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(open) + by + tabs.length) % tabs.length]!;
    choose(next.name);
    document.getElementById(`tab-${next.name}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={step}>
        {tabs.map(({ name, title }) => (
          <button
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === open.name}
            aria-controls="tab-panel"
            tabIndex={name === open.name ? 0 : -1}
            onClick={() => choose(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <section id="tab-panel" role="tabpanel" aria-labelledby={`tab-${open.name}`} class="stack">
        {open.content()}
      </section>
    </>
  );
}

/** Scrolls the list of tabs sideways to this one. On a phone, not all have room. */
function showWhole(id: string) {
  const tab = document.getElementById(id);
  const list = tab?.parentElement;
  if (!tab || !list) return;
  const [inner, outer] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollLeft += Math.max(0, inner.right - outer.right) - Math.max(0, outer.left - inner.left);
}
