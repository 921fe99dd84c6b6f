// The end of a match as a small picture beside its result. Decorative: the result says who won.

import { useEffect, useRef, useState } from "preact/hooks";
import { fetchJson } from "../api";
import { variables } from "./canvas";
import { RequestQueue } from "./request-queue";
import { useTheme } from "./theme";
import { drawThumbnail, type ThumbnailPicture } from "./thumbnail-drawing";
import "./thumbnail.css";

/** Each picture may take the server a replay. Other requests need connections as well. */
const requests = new RequestQueue(2);

/** How far outside of the window pictures are loaded, as a CSS length. */
const MARGIN = "200px";

/** A picture that is loaded when it comes into view. Its place has the same size before that. */
export function Thumbnail({ path }: { path: string }) {
  const place = useRef<HTMLDivElement>(null);
  const picture = usePicture(place, `${path}/picture`);
  // In an image, SVG can neither run scripts nor load anything.
  const svg = picture?.svg && `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.svg)}`;
  return (
    <div ref={place} class="thumb" aria-hidden="true">
      {svg ? <img src={svg} alt="" /> : picture ? <Drawing picture={picture} /> : null}
    </div>
  );
}

function usePicture(place: { current: HTMLDivElement | null }, path: string): ThumbnailPicture | null {
  const [picture, setPicture] = useState<ThumbnailPicture | null>(null);
  useEffect(() => {
    setPicture(null);
    let stop = new AbortController();
    const load = () => {
      stop = new AbortController();
      const { signal } = stop;
      requests.run(() => fetchJson<ThumbnailPicture | null>(path, signal), signal).then(
        (found) => {
          observer.disconnect();
          setPicture(found);
        },
        // Out of view, or the server has none. The result beside it is what counts.
        () => {},
      );
    };
    const observer = new IntersectionObserver(
      (entries) => (entries.at(-1)!.isIntersecting ? load() : stop.abort()),
      { rootMargin: MARGIN },
    );
    observer.observe(place.current!);
    return () => {
      observer.disconnect();
      stop.abort();
    };
  }, [path]);
  return picture;
}

function Drawing({ picture }: { picture: ThumbnailPicture }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  useEffect(() => {
    const place = canvas.current!.parentElement!;
    const scale = devicePixelRatio || 1;
    drawThumbnail(canvas.current!, picture, place.clientWidth * scale, place.clientHeight * scale, variables(place));
  }, [picture, theme]);
  return <canvas ref={canvas} />;
}
