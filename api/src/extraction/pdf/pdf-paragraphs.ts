import type { Block } from '../blocks/block.ts';
import { joinText, type Vocabulary } from './join-lines.ts';
import { median } from './pdf-columns.ts';
import type { TextLine } from './pdf-lines.ts';
import { isRightToLeft } from './scripts.ts';

/** What a document's lines are compared with. */
export interface TextStyle {
  /** Font size of most of its text. */
  size: number;
  vocabulary: Vocabulary;
  /** Depths of the titles in its outline, by `titleKey`. */
  titles: ReadonlyMap<string, number>;
  /** Whether larger lines are headings: labels beside a page's text are none. */
  hasHeadings: boolean;
}

const BULLET = /^[•●○◦▪■□‣∙–—*·-]\s+(?=\S)/u;
const NUMBERED = /^\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-zA-Z]|[ivx]{1,5})[.)]\s+(?=\S)/u;
const TITLE_MAX = 150;

/** Letters and digits of a title, without its number. */
export function titleKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/^[\d.\s]+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Groups lines under each other into headings, paragraphs and lists. */
export function paragraphsOf(lines: readonly TextLine[], style: TextStyle): Block[] {
  const shown = lines.filter(({ text }) => text !== '');
  const margin = Math.min(...shown.map((line) => line.x));
  const right = Math.max(...shown.map((line) => line.x + line.width));
  const pitch = median(shown.slice(1).map((line, at) => line.y - (shown[at]?.y ?? 0)));
  const groups: TextLine[][] = [];
  for (const line of shown) {
    const group = groups.at(-1);
    const previous = group?.at(-1);
    if (
      group === undefined ||
      previous === undefined ||
      startsParagraph(line, previous, { margin, right, pitch })
    ) {
      groups.push([line]);
    } else {
      group.push(line);
    }
  }
  return joinLists(groups.map((group) => blockOf(group, style)));
}

function startsParagraph(
  line: TextLine,
  previous: TextLine,
  { margin, right, pitch }: { margin: number; right: number; pitch: number },
): boolean {
  const isReversed = isRightToLeft(line.text) && isRightToLeft(previous.text);
  const starts = (of: TextLine) => (isReversed ? right - of.x - of.width : of.x - margin);
  const ends = (of: TextLine) => (isReversed ? of.x - margin : right - of.x - of.width);
  const indented = starts(line) > line.size * 0.7 && starts(previous) <= previous.size * 0.3;
  // Lines that all stand far apart are no paragraph.
  const usual = Math.max(Math.min(pitch, line.size * 2), line.size);
  const apart = line.y - previous.y > usual * 1.5;
  const resized = Math.abs(line.size - previous.size) > Math.max(line.size, previous.size) * 0.15;
  const ended =
    (/[.!?:。！？]["”’)]?$/u.test(previous.text) && ends(previous) > (right - margin) * 0.2) ||
    /(?:[._…·]\s?){4,}[\divxlc]+$/u.test(previous.text);
  const retagged = line.level !== previous.level;
  return (
    (indented && !isItem(previous.text)) ||
    apart ||
    resized ||
    ended ||
    retagged ||
    isItem(line.text)
  );
}

const isItem = (text: string) => BULLET.test(text) || NUMBERED.test(text);

function blockOf(
  lines: readonly TextLine[],
  { size, vocabulary, titles, hasHeadings }: TextStyle,
): Block {
  let text = '';
  for (const line of lines) text = joinText(text, line.text, vocabulary);
  text = text.trim();
  const [{ level } = {}] = lines;
  if (level !== undefined && text.length < TITLE_MAX * 2) return { kind: 'heading', level, text };
  const isTitle = hasHeadings && text.length < TITLE_MAX && /\p{L}{2}/u.test(text);
  const depth = isTitle ? titles.get(titleKey(text)) : undefined;
  if (depth !== undefined) return { kind: 'heading', level: Math.min(6, depth + 1), text };
  const isLarge = median(lines.map((line) => line.size)) > size * 1.12;
  if (isLarge && isTitle && /\p{L}{3}|\p{Lo}{2}/u.test(text))
    return { kind: 'heading', level: 2, text };
  return BULLET.test(text)
    ? { kind: 'list', text: text.replace(BULLET, '- ') }
    : { kind: 'paragraph', text };
}

/** Items one after the other are one list; a single number before a text is none. */
function joinLists(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const [at, block] of blocks.entries()) {
    const last = joined.at(-1);
    const numbered = (other: Block | undefined) =>
      other?.kind === 'paragraph' && NUMBERED.test(other.text);
    const isList =
      block.kind === 'list' ||
      (numbered(block) && (numbered(blocks[at - 1]) || numbered(blocks[at + 1])));
    if (!isList) joined.push(block);
    else if (last?.kind === 'list') last.text += `\n${block.text}`;
    else joined.push({ kind: 'list', text: block.text });
  }
  return joined;
}
