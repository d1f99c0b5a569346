import { firstEndingAfter } from '../../marks/marks.ts';
import type { CodeToken } from './code-tokens.ts';

/** A part of a row that has one colour. */
interface RowPart {
  text: string;
  /** Its place in the document's text. */
  start: number;
  look: CodeToken['look'] | undefined;
}

/** Cuts a row where its colour changes. */
export function partsOf(text: string, start: number, tokens: readonly CodeToken[]): RowPart[] {
  const end = start + text.length;
  const parts: RowPart[] = [];
  let at = start;
  const addTo = (to: number, look: RowPart['look']) => {
    if (to > at) parts.push({ text: text.slice(at - start, to - start), start: at, look });
    at = Math.max(at, to);
  };
  for (let index = firstEndingAfter(tokens, start); index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined || token.start >= end) break;
    addTo(token.start, undefined);
    addTo(Math.min(token.end, end), token.look);
  }
  addTo(end, undefined);
  return parts;
}
