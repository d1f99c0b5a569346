import { Box } from '@carrel/shared/ui';
import { useRowWindow } from '@carrel/shared/ui/signed-in';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { MarkedText } from '../../marks/marked-text.tsx';
import { endOf } from '../../reading.ts';
import type { Reading } from '../../reading.ts';
import { useScrollToRow } from '../window/use-scroll-to-row.ts';
import { ViewFrame } from '../window/view-frame.tsx';
import type { CodeToken } from './code-tokens.ts';
import { partsOf } from './parts-of-row.ts';
import { rowAt, rowsOfLines } from './rows-of-lines.ts';

/** Pixels of a row. */
const ROW = 20;
/** Rows before the end at which the next page of the text is requested. */
const NEAR_END = 200;
const COLUMNS_MIN = 20;
/** Columns of a frame that has no width. */
const COLUMNS = 100;
const PROBE_COLUMNS = 100;

interface TextLinesProps {
  reading: Reading;
  /** What of the text has a colour, in order. */
  tokens?: readonly CodeToken[];
}

const NO_TOKENS: readonly CodeToken[] = [];

/** A text line by line, in the monospaced font. Long lines are wrapped; only rows in view are rendered. */
export function TextLines({ reading, tokens = NO_TOKENS }: TextLinesProps) {
  const { text, marks, target, onPick } = reading;
  const { blocks, isComplete, loadTo } = text;
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const columns = useColumns(frame, probe);
  const rows = useMemo(
    () => (columns === undefined ? [] : rowsOfLines(blocks, columns)),
    [blocks, columns],
  );
  const view = useRowWindow(list, ROW, rows.length);

  const wantsMore = !isComplete && view.end >= rows.length - NEAR_END;
  useEffect(() => {
    if (wantsMore) loadTo(endOf(blocks));
  }, [wantsMore, loadTo, blocks]);

  useScrollToRow(
    frame,
    columns === undefined ? undefined : target,
    endOf(blocks),
    (place) => rowAt(rows, place) * ROW,
  );

  return (
    <ViewFrame ref={frame} onPick={onPick}>
      <Box ref={list} position="relative" css={styles} style={{ height: rows.length * ROW + 24 }}>
        <span ref={probe} aria-hidden data-probe="" />
        {rows.slice(view.first, view.end).map(({ text, start, line }, at) => (
          <div
            key={start}
            data-row=""
            style={{ transform: `translateY(${(view.first + at) * ROW + 12}px)` }}
          >
            <span data-number="" aria-hidden>
              {line}
            </span>
            <span data-start={start}>
              {partsOf(text, start, tokens).map((part) =>
                part.look === undefined ? (
                  <MarkedText key={part.start} text={part.text} start={part.start} marks={marks} />
                ) : (
                  <span key={part.start} data-look={part.look}>
                    <MarkedText text={part.text} start={part.start} marks={marks} />
                  </span>
                ),
              )}
            </span>
          </div>
        ))}
      </Box>
    </ViewFrame>
  );
}

/** Returns how many characters fit into a row, once it has been measured. The font may arrive after the text. */
function useColumns(
  frame: { current: HTMLElement | null },
  probe: { current: HTMLElement | null },
): number | undefined {
  const [columns, setColumns] = useState<number>();
  useLayoutEffect(() => {
    const element = frame.current;
    const measured = probe.current;
    if (element === null || measured === null) return undefined;
    const measure = () => {
      const character = measured.getBoundingClientRect().width / PROBE_COLUMNS;
      // Besides the numbers' five columns there is some space on both sides.
      const width = element.clientWidth - 40;
      const isShown = character > 0 && width > 0;
      setColumns(isShown ? Math.max(COLUMNS_MIN, Math.floor(width / character) - 5) : COLUMNS);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [frame, probe]);
  return columns;
}

const styles = {
  fontFamily: 'mono',
  fontSize: 'xs',
  lineHeight: `${ROW}px`,
  '& [data-probe]': {
    position: 'absolute',
    visibility: 'hidden',
    width: `${PROBE_COLUMNS}ch`,
    maxWidth: 'none',
    height: '1px',
    // It must not make the frame scroll sideways.
    contain: 'strict',
    left: '-200ch',
  },
  '& [data-row]': {
    position: 'absolute',
    insetInline: 0,
    top: 0,
    height: `${ROW}px`,
    display: 'flex',
    gap: '1rem',
    pe: '3',
    whiteSpace: 'pre',
    overflow: 'hidden',
  },
  '& [data-look=keyword]': { color: 'info.fg' },
  '& [data-look=string]': { color: 'success.fg' },
  '& [data-look=number]': { color: 'warning.fg' },
  '& [data-look=comment]': { color: 'fg.muted', fontStyle: 'italic' },
  '& [data-look=name]': { fontWeight: 'semibold' },
  '& [data-number]': {
    flexShrink: 0,
    width: 'calc(5ch + 0.5rem)',
    textAlign: 'end',
    color: 'fg.muted',
    userSelect: 'none',
  },
} as const;
