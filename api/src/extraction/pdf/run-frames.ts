import { Util } from 'pdfjs-dist/legacy/build/pdf.mjs';

import type { TextRun } from './pdf-lines.ts';
import { isChinese, plainLetters } from './scripts.ts';

/** Where a line of text goes on the upright page. */
export type Direction = 'right' | 'down' | 'left' | 'up';

const DIRECTIONS: readonly Direction[] = ['right', 'down', 'left', 'up'];

interface TextItem {
  str: string;
  transform: number[];
  width: number;
  height: number;
}

/** Characters one above the other that are a vertical title, and those that make a page vertical. */
const STACKED = { title: 4, page: 8 } as const;

/**
 * Returns where a text is in the frame of its direction, in which it goes to the right and the next line is
 * below. Columns of vertical text are the lines of a frame that goes down.
 */
export function placeRun(
  item: TextItem,
  viewport: readonly number[],
  isVertical: boolean,
): { direction: Direction; run: TextRun } {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = Util.transform(
    [...viewport],
    item.transform,
  ) as number[];
  const quarter = Math.round(Math.atan2(b, a) / (Math.PI / 2)) + (isVertical ? 1 : 0) + 4;
  const direction = DIRECTIONS[quarter % 4] ?? 'right';
  const [along, across] = turned(x, y, direction);
  const text = plainLetters(item.str);
  if (isVertical) {
    const size = item.width;
    return {
      direction,
      run: { x: along, y: across - size / 2, width: item.height, height: size, text },
    };
  }
  const height = item.height || Math.hypot(c, d) || 1;
  return {
    direction,
    run: { x: along, y: across - height * 0.8, width: item.width, height, text },
  };
}

/** Turns a point of the upright page into the frame of a direction. */
export function turned(x: number, y: number, direction: Direction): [number, number] {
  if (direction === 'down') return [y, -x];
  if (direction === 'left') return [-x, -y];
  return direction === 'up' ? [-y, x] : [x, y];
}

/** Finds columns of single characters that are drawn upright one above the other, and turns them. */
export function turnStacked(runs: readonly TextRun[]): { upright: TextRun[]; down: TextRun[] } {
  const singles = runs.filter(
    ({ text }) => isChinese(text.trim().at(0)) && text.trim().length === 1,
  );
  if (singles.length < STACKED.title) return { upright: [...runs], down: [] };
  const columns = new Map<number, TextRun[]>();
  for (const run of singles) {
    const key = Math.round((run.x + run.width / 2) / Math.max(2, run.height / 4));
    const column = columns.get(key);
    if (column === undefined) columns.set(key, [run]);
    else column.push(run);
  }
  const stacked = new Set<TextRun>();
  for (const column of columns.values()) {
    column.sort((a, b) => a.y - b.y);
    for (const [at, run] of column.entries()) {
      const next = column[at + 1];
      const pitch = next === undefined ? Infinity : next.y - run.y;
      if (next === undefined || pitch > run.height * 1.4 || pitch < run.height * 0.7) continue;
      stacked.add(run).add(next);
    }
  }
  // The same few characters under each other are the marks of a table.
  const different = new Set([...stacked].map(({ text }) => text)).size;
  const isTitle = stacked.size >= STACKED.title && different > stacked.size * 0.7;
  if ((!isTitle && stacked.size < STACKED.page) || stacked.size < singles.length / 2)
    return { upright: [...runs], down: [] };
  return {
    upright: runs.filter((run) => !stacked.has(run)),
    down: [...stacked].map(({ x, y, width, height, text }) => ({
      x: y,
      y: -x - width,
      width: height,
      height: width,
      text,
    })),
  };
}
