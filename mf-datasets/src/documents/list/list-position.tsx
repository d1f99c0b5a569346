import { Box } from '@carrel/shared/ui';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** How many entries a list has; `isMore` where there are more than were counted. */
export interface ListTotal {
  count: number;
  isMore?: boolean;
}

export interface ListPositionProps {
  list: RefObject<HTMLElement | null>;
  /** Of a row, in pixels. */
  height: number;
  /** How many rows are loaded. */
  loaded: number;
  /** Undefined where it is not known. */
  total: ListTotal | undefined;
  /** The rest is being loaded. */
  reading: boolean;
}

const numbers = new Intl.NumberFormat('en-US');

/** Returns where in a list the window is, in words; nothing where all of it is in view. */
export function positionText(
  { first, last }: { first: number; last: number },
  total: ListTotal,
): string {
  const isAll = first === 1 && last === total.count && total.isMore !== true;
  if (last < first || isAll) return '';
  return `${numbers.format(first)}–${numbers.format(last)} of ${totalText(total)}`;
}

const totalText = ({ count, isMore = false }: ListTotal) =>
  `${isMore ? 'more than ' : ''}${numbers.format(count)}`;

/**
 * Which rows of a list are in view, and of how many. Programs that read the screen aloud have the number of each row,
 * and of all of them.
 */
export function ListPosition({ list, height, loaded, total, reading }: ListPositionProps) {
  const own = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ first: 1, last: 0 });
  // The list is there once this has been drawn.
  useEffect(() => {
    const measure = () => {
      if (list.current === null || own.current === null) return;
      const { top } = list.current.getBoundingClientRect();
      const above = Math.max(0, own.current.getBoundingClientRect().bottom - top);
      // A row counts once half of it is in view.
      const first = Math.min(loaded, Math.round(above / height) + 1);
      const last = Math.min(loaded, Math.round((innerHeight - top) / height));
      setSeen((seen) => (seen.first === first && seen.last === last ? seen : { first, last }));
    };
    measure();
    addEventListener('scroll', measure, { capture: true, passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', measure, { capture: true });
      removeEventListener('resize', measure);
    };
  }, [list, height, loaded]);
  return (
    <Box ref={own} aria-hidden fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
      {total !== undefined &&
        (reading
          ? `Loading ${numbers.format(loaded)} of ${totalText(total)}`
          : positionText(seen, total))}
    </Box>
  );
}
