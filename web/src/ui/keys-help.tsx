// A button and the key `?`, which open a list of all keys.

import { useEffect, useRef } from "preact/hooks";

/** Keys and what they do. */
export type KeyList = [keys: string[], words: string][];

export function KeysHelp({ keys }: { keys: KeyList }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.key !== "?" || target.matches("textarea, select, input:not([type=range], [type=checkbox])")) return;
      event.preventDefault();
      if (!dialog.current?.open) dialog.current?.showModal();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <button type="button" class="icon quiet" aria-label="All keys" title="All keys: ?" onClick={() => dialog.current?.showModal()}>
        ?
      </button>
      <dialog ref={dialog} aria-labelledby="keys-title">
        <h2 id="keys-title">Keys</h2>
        <dl class="key-list">
          {keys.map(([names, words]) => (
            <>
              <dt>
                {names.map((name) => (
                  <>
                    <kbd>{name}</kbd>{" "}
                  </>
                ))}
              </dt>
              <dd>{words}</dd>
            </>
          ))}
        </dl>
        <form method="dialog">
          <button>Close</button>
        </form>
      </dialog>
    </>
  );
}
