import { useEffect, useMemo, useRef } from 'react';

import { markedStrings, pageTextOf, placeAt, placesOf } from '../../marks/page-text.ts';
import { endOf } from '../../reading.ts';
import type { Reading, ScrollTarget } from '../../reading.ts';
import type { FrameText } from './frame-text.ts';
import { withoutSeparators } from './without-separators.ts';

/** Characters of a page in which marks are looked for. */
const CHARACTERS_MAX = 1_000_000;

/**
 * Marks the page in a frame, scrolls it to each new target, and reports clicks. `text` and `page` are
 * undefined until the frame has been loaded.
 */
export function useFrameMarks(
  page: Document | undefined,
  text: FrameText | undefined,
  { text: { blocks, loadTo }, marks, target, onPick }: Reading,
): void {
  useEffect(() => {
    if (text !== undefined) loadTo(Infinity);
  }, [text, loadTo]);

  const pageText = useMemo(() => {
    const found = text === undefined ? undefined : pageTextOf(text.strings);
    return found !== undefined && found.text.length <= CHARACTERS_MAX ? found : undefined;
  }, [text]);
  const places = useMemo(
    () => (pageText === undefined ? undefined : placesOf(pageText, blocks.map(withoutSeparators))),
    [pageText, blocks],
  );
  useEffect(() => {
    if (text === undefined || pageText === undefined || places === undefined) return;
    text.mark(markedStrings(text.strings, pageText, places, marks));
  }, [text, pageText, places, marks]);

  const done = useRef<ScrollTarget>(undefined);
  useEffect(() => {
    if (text === undefined || pageText === undefined || places === undefined) return;
    if (target === undefined || done.current === target || target.place >= endOf(blocks)) return;
    done.current = target;
    // A page may have its parts in another order than the text.
    const exact = places.indexOf(target.place);
    const at = exact === -1 ? places.findIndex((place) => place >= target.place) : exact;
    if (at !== -1) text.scrollTo(pageText.strings[at] ?? 0, pageText.offsets[at] ?? 0);
  }, [text, pageText, places, target, blocks]);

  useEffect(() => {
    if (page === undefined || text === undefined) return undefined;
    const pick = ({ clientX, clientY }: MouseEvent) => {
      if (page.getSelection()?.isCollapsed === false) return;
      const at = text.stringAt(clientX, clientY);
      if (at === undefined || pageText === undefined || places === undefined) return;
      const place = placeAt(pageText, places, at.string, at.offset);
      if (place !== undefined) onPick(place);
    };
    page.addEventListener('click', pick);
    return () => page.removeEventListener('click', pick);
  }, [page, text, pageText, places, onPick]);
}
