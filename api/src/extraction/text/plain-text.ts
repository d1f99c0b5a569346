import type { Block } from '../blocks/block.ts';

/** Splits text into paragraphs at its blank lines. */
export function readPlainText(text: string): Block[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n\s*?(?=\S|[^\S\n]+\S|$)/)
    .map((paragraph) => paragraph.trimEnd().replace(/^\n+/, ''))
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => ({ kind: 'paragraph', text: paragraph }));
}
