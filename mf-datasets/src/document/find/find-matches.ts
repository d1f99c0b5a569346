import type { DocumentBlock } from '@carrel/shared/contract';

import type { TextRange } from '../marks/marks.ts';
import { fold, foldOnce } from './fold.ts';

/** Matches that are counted. */
export const MATCHES_MAX = 10_000;

/** Returns where a text occurs in blocks, whatever its case and accents, up to `MATCHES_MAX` places. */
export function findMatches(blocks: readonly DocumentBlock[], sought: string): TextRange[] {
  const { text: needle } = fold(sought.trim().replaceAll(/\s+/g, ' '));
  const found: TextRange[] = [];
  if (needle === '') return found;
  for (const block of blocks) {
    const { text, places } = foldOnce(block);
    let at = text.indexOf(needle);
    while (at !== -1) {
      const to = at + needle.length;
      const end = places === undefined ? to : (places[to] ?? block.text.length);
      found.push({
        start: block.start + (places === undefined ? at : (places[at] ?? 0)),
        end: block.start + end,
      });
      if (found.length === MATCHES_MAX) return found;
      at = text.indexOf(needle, to);
    }
  }
  return found;
}
