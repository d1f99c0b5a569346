import type { DocumentBlock } from '@carrel/shared/contract';

const LIST_SIGN = /^[ \t]*(?:[-*•]|\d{1,4}[.)])[ \t]/gm;

const blank = (text: string) => ' '.repeat(text.length);

/** Returns a block with spaces in place of what its page does not have: bars between cells, signs of lists. */
export function withoutSeparators({ kind, text, start }: DocumentBlock): {
  text: string;
  start: number;
} {
  if (kind === 'table') return { text: text.replaceAll(' | ', blank), start };
  return { text: kind === 'list' ? text.replaceAll(LIST_SIGN, blank) : text, start };
}
