// What a person replies with: arrows, buttons, keys, or a typed line.

import { useEffect, useState } from "preact/hooks";
import type { PlayQuestion } from "./play-state";
import { arrowButtons, inShort, otherChoices } from "./replies";

interface ReplyControlsProps {
  /** The last question. */
  question: PlayQuestion | null;
  isAsked: boolean;
  /** Whether the board takes replies. */
  hasBoard: boolean;
  onReply: (lines: string[]) => void;
}

export function ReplyControls({ question, isAsked, hasBoard, onReply }: ReplyControlsProps) {
  useReplyKeys(isAsked ? question : null, onReply);
  if (!question) return null;
  const arrows = arrowButtons(question);
  const others = otherChoices(question);
  const isEasy = hasBoard || question.click !== null || arrows !== null || others.length > 0;
  const typed = <TypedReply isAsked={isAsked} replied={question.replied} onReply={onReply} />;
  return (
    <div class="replies stack-s" role="group" aria-label="Your reply">
      {arrows ? (
        <div class="arrows">
          {arrows.map(({ key, sign, lines }) => (
            <button type="button" class={key.toLowerCase()} aria-label={inShort(lines)} disabled={!isAsked} onClick={() => onReply(lines)}>
              {sign}
            </button>
          ))}
        </div>
      ) : null}
      {others.length > 0 ? (
        <div class="row choices">
          {others.map(({ lines, key }) => (
            <button type="button" disabled={!isAsked} onClick={() => onReply(lines)}>
              {inShort(lines)} {key ? <kbd>{key}</kbd> : null}
            </button>
          ))}
        </div>
      ) : null}
      {isEasy ? (
        <details>
          <summary class="muted small">Type a reply</summary>
          {typed}
        </details>
      ) : (
        typed
      )}
    </div>
  );
}

function TypedReply({ isAsked, replied, onReply }: { isAsked: boolean; replied: string[]; onReply: (lines: string[]) => void }) {
  const [line, setLine] = useState("");
  const send = (event: Event) => {
    event.preventDefault();
    if (!isAsked) return;
    onReply([line]);
    setLine("");
  };
  return (
    <form class="typed" onSubmit={send}>
      {isAsked && replied.length > 0 ? <p class="facts">The reply goes on after: {inShort(replied)}</p> : null}
      <div class="row">
        <input type="text" value={line} aria-label="A line of your reply" autocomplete="off" maxLength={10_000} onInput={(event) => setLine(event.currentTarget.value)} />
        <button type="submit" disabled={!isAsked}>
          Send
        </button>
      </div>
    </form>
  );
}

/** Keys that reply, unless the person types something else. */
function useReplyKeys(question: PlayQuestion | null, onReply: (lines: string[]) => void) {
  useEffect(() => {
    if (!question) return;
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest("input, textarea, select") !== null;
      const lines = Object.hasOwn(question.keys, event.key) ? question.keys[event.key] : undefined;
      if (!lines || isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      if (!event.repeat) onReply(lines);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [question, onReply]);
}
