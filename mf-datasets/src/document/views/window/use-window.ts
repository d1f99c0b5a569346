import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** Pixels above and below the frame in which parts are rendered. */
const MARGIN = 900;

/** The parts to render, from the first to before the end, and the pixels before and after them. */
export interface PartWindow {
  first: number;
  end: number;
  before: number;
  after: number;
  /** Returns the pixels above a part. */
  topOf: (part: number) => number;
  /** Measures again, after the frame was scrolled by code. */
  measure: () => void;
}

/** Returns the pixels above each of some parts, and the height of all. */
export function topsOf(heights: readonly number[]): Float64Array {
  const tops = new Float64Array(heights.length + 1);
  for (const [part, height] of heights.entries()) tops[part + 1] = (tops[part] ?? 0) + height;
  return tops;
}

/** Returns the part at some pixels from the top of the first. */
export function partAt(tops: Float64Array, pixels: number): number {
  let low = 0;
  let high = Math.max(0, tops.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] ?? 0) <= pixels) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Returns which parts of a long content to render into a frame that scrolls. Their heights, in pixels, may
 * differ, and may be estimates until a part has been rendered.
 */
export function useWindow(
  frame: RefObject<HTMLElement | null>,
  heights: readonly number[],
): PartWindow {
  const tops = useMemo(() => topsOf(heights), [heights]);
  const count = heights.length;
  const rangeOf = useCallback(
    (top: number, height: number) => ({
      first: partAt(tops, top - MARGIN),
      end: Math.min(count, partAt(tops, top + height + MARGIN) + 1),
    }),
    [tops, count],
  );
  const [range, setRange] = useState(() => rangeOf(0, innerHeight));
  const latest = useRef<() => void>(() => undefined);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const measure = () => {
      const next = rangeOf(element.scrollTop, element.clientHeight || innerHeight);
      setRange((now) => (now.first === next.first && now.end === next.end ? now : next));
    };
    latest.current = measure;
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [frame, rangeOf]);

  // Until the next measurement the range may be that of a longer content.
  const first = Math.min(range.first, count);
  const end = Math.min(range.end, count);
  const total = tops[count] ?? 0;
  return {
    first,
    end,
    before: tops[first] ?? 0,
    after: total - (tops[end] ?? total),
    topOf: (part) => tops[part] ?? 0,
    measure: useCallback(() => latest.current(), []),
  };
}
