import { Box } from '@carrel/shared/ui';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { endOf } from '../../reading.ts';
import type { Reading } from '../../reading.ts';
import { elementAt, scrollToElement } from '../window/scroll-to-place.ts';
import { useWindow } from '../window/use-window.ts';
import { ViewFrame } from '../window/view-frame.tsx';
import { contentStyles, PieceContent } from './piece-content.tsx';
import { piecesOf, sectionsOf } from './pieces.ts';

/** Sections before the end at which the next page of the text is requested. */
const NEAR_END = 3;

/** A document's text with its headings, lists and tables. Only sections near the frame are rendered. */
export function StructuredText({ reading }: { reading: Reading }) {
  const { text, marks, target, onPick, document } = reading;
  const { blocks, isComplete, loadTo } = text;
  const frame = useRef<HTMLDivElement>(null);
  const isMail = document.kind === 'mail';
  const sections = useMemo(() => sectionsOf(piecesOf(blocks, isMail)), [blocks, isMail]);
  const [measured, setMeasured] = useState<ReadonlyMap<number, number>>(new Map());
  const heights = useMemo(
    () => sections.map(({ estimate }, index) => measured.get(index) ?? estimate),
    [sections, measured],
  );
  const view = useWindow(frame, heights);

  const wantsMore = !isComplete && view.end >= sections.length - NEAR_END;
  useEffect(() => {
    if (wantsMore) loadTo(endOf(blocks));
  }, [wantsMore, loadTo, blocks]);

  const content = useRef<HTMLDivElement>(null);
  const { first, end } = view;
  useLayoutEffect(() => {
    const parts = content.current?.children;
    if (parts === undefined || sections.length === 0) return;
    setMeasured((before) => {
      let after: Map<number, number> | undefined;
      for (const [at, part] of [...parts].slice(0, end - first).entries()) {
        const { height } = part.getBoundingClientRect();
        if (height === 0 || Math.abs((before.get(first + at) ?? 0) - height) < 1) continue;
        after ??= new Map(before);
        after.set(first + at, height);
      }
      return after ?? before;
    });
  }, [first, end, sections]);

  const startOf = useCallback((index: number) => sections[index]?.start ?? Infinity, [sections]);
  useScrollToTarget({ frame, target, count: sections.length, startOf, end: endOf(blocks), view });

  return (
    <ViewFrame ref={frame} onPick={onPick}>
      <Box maxWidth="46rem" mx="auto" px={{ base: '4', md: '6' }} py="4" css={contentStyles}>
        <div style={{ height: view.before }} />
        <div ref={content}>
          {sections.slice(first, end).map(({ pieces, start }, at) => (
            // The first section may begin with a separator of pages at the same place.
            <Box key={`${first + at} ${start}`} display="flow-root">
              {pieces.map((piece) => (
                <PieceContent key={`${piece.kind} ${piece.start}`} piece={piece} marks={marks} />
              ))}
            </Box>
          ))}
        </div>
        <div style={{ height: view.after }} />
      </Box>
    </ViewFrame>
  );
}

interface ScrollOptions {
  frame: { current: HTMLElement | null };
  target: Reading['target'];
  count: number;
  /** The place in the text at which a section starts. */
  startOf: (section: number) => number;
  /** The place behind the text that has been loaded. */
  end: number;
  view: { topOf: (section: number) => number; measure: () => void; first: number; end: number };
}

/** Scrolls to each new target, once its section has been loaded and rendered. */
function useScrollToTarget({ frame, target, count, startOf, end, view }: ScrollOptions): void {
  const done = useRef<Reading['target']>(undefined);
  useLayoutEffect(() => {
    const element = frame.current;
    if (target === undefined || done.current === target || element === null) return;
    if (target.place >= end) return;
    let section = count - 1;
    while (section > 0 && startOf(section) > target.place) section -= 1;
    if (section >= view.first && section < view.end) {
      const found = elementAt(element, target.place);
      if (found === undefined) return;
      done.current = target;
      scrollToElement(element, found);
    } else element.scrollTo({ top: view.topOf(section) });
    view.measure();
  });
}
