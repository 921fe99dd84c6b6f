// Buttons that copy: the URL of what is seen, or a command.

import { useEffect, useState } from "preact/hooks";
import { flushHash } from "./hash";

/** How long a page says that something was copied, in milliseconds. */
const SHOWN = 3000;

/** Copies a text. Returns whether the browser allowed that. */
async function copy(text: string): Promise<boolean> {
  // Browsers have a clipboard only in pages of this machine and in those with TLS.
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}

interface CopyButtonProps {
  label: string;
  look: string;
  text: () => string;
  done: string;
}

function CopyButton({ label, look, text, done }: CopyButtonProps) {
  const [words, say] = useState("");
  useEffect(() => {
    if (!words) return;
    const timer = setTimeout(() => say(""), SHOWN);
    return () => clearTimeout(timer);
  }, [words]);
  const press = async () => say((await copy(text())) ? done : "The browser did not allow that.");
  return (
    <>
      <button type="button" class={look} onClick={press}>
        {label}
      </button>
      <span class="toast" role="status">
        {words}
      </span>
    </>
  );
}

export function CopyLink() {
  const url = () => {
    flushHash();
    return location.href;
  };
  return <CopyButton label="Copy link" look="primary" text={url} done="Link copied." />;
}

/** A command to copy. */
export function Command({ text }: { text: string }) {
  return (
    <div class="command">
      <code>{text}</code>
      <CopyButton label="Copy" look="small" text={() => text} done="Command copied." />
    </div>
  );
}

/** A text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
