// The title of a page in the browser.

import { useEffect } from "preact/hooks";

export function useTitle(title: string | null | undefined) {
  useEffect(() => {
    document.title = title ? `${title} · Rathaus` : "Rathaus";
  }, [title]);
}
