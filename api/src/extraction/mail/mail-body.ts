import type { Block } from '../blocks/block.ts';
import type { Omissions } from '../blocks/omissions.ts';
import { readPlainText } from '../text/plain-text.ts';

/** Counts in `omitted` what it leaves out. */
export type ReadHtml = (html: string, omitted: Omissions) => Promise<Block[]>;

/** Distinct words of an HTML part that show that a plain part is another text, though it has some of them. */
const WORDS_MIN = 4;

/**
 * Reads the body of a mail: the plain part, or the HTML part where that says more, as beside a plain part
 * that only says that the mail has to be read as HTML.
 */
export async function readBody(
  plain: string | undefined,
  html: string | undefined,
  readHtml: (html: string) => Promise<Block[]>,
): Promise<Block[]> {
  const hasPlain = plain !== undefined && plain.trim() !== '';
  if (html === undefined || html.trim() === '') return hasPlain ? readPlainText(plain) : [];
  if (!hasPlain || saysLess(plain, html)) {
    const blocks = await readHtml(html);
    if (blocks.length > 0 || !hasPlain) return blocks;
  }
  return readPlainText(plain);
}

/** Whether a plain part has less than half of the words of the HTML part. */
function saysLess(plain: string, html: string): boolean {
  const inPlain = wordsOf(plain);
  const inHtml = wordsOf(textOf(html));
  let shared = 0;
  for (const word of inHtml) if (inPlain.has(word)) shared += 1;
  return inHtml.size < WORDS_MIN
    ? shared === 0 && inHtml.size > inPlain.size
    : shared * 2 < inHtml.size;
}

/** Of a text without spaces, its characters. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu),
  );

const HIDDEN = /^(?:style|script|title|head)\b/i;

function textOf(html: string): string {
  const pieces: string[] = [];
  let hidden: string | undefined;
  for (const piece of html.split('<')) {
    const end = piece.indexOf('>');
    const tag = piece.slice(0, Math.max(0, end));
    if (hidden !== undefined) {
      if (tag.toLowerCase().startsWith(`/${hidden}`)) hidden = undefined;
      else continue;
    }
    const opened = HIDDEN.exec(tag)?.[0].toLowerCase();
    if (opened !== undefined && !tag.endsWith('/')) hidden = opened;
    else pieces.push(piece.slice(end + 1));
  }
  return pieces
    .join(' ')
    .replace(/&nbsp;|&#160;/g, ' ')
    .replace(/&(?:#\w+|\w+);/g, '');
}
