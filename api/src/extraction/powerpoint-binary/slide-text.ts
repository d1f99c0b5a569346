import type { Block } from '../blocks/block.ts';
import { oneLine } from '../ooxml/table-text.ts';
import { automaticNumbers, NumberCounter } from './automatic-numbers.ts';
import { paragraphLevels } from './paragraph-levels.ts';
import { RECORD, recordsIn, wideText, type SlideRecord } from './slide-records.ts';

/** A text of a slide, of a shape or of the outline. */
export interface SlideText {
  /** What it is for: 0 and 6 are titles, 1, 5, 7 and 8 bodies. */
  use: number;
  text: string;
  style: Buffer | undefined;
  /** The numbers of its paragraphs. */
  numbers?: Buffer | undefined;
  /** The text of the outline that the shape shows. */
  outline: number | undefined;
}

const TITLES = new Set([0, 6]);
const FIELDS = new Set<number>([
  RECORD.slideNumber,
  RECORD.dateField,
  RECORD.genericDateField,
  RECORD.headerField,
  RECORD.footerField,
  RECORD.formattedDateField,
]);
const OTHER = 4;

/** Returns the texts in a list of records; each begins with a header. */
export function slideTexts(records: Iterable<SlideRecord>): SlideText[] {
  const texts: SlideText[] = [];
  let last: SlideText | undefined;
  for (const record of records) {
    const { type, data } = record;
    if (type === RECORD.textHeader || last === undefined) {
      const use = type === RECORD.textHeader && data.length >= 4 ? data.readUInt32LE(0) : OTHER;
      last = { use, text: '', style: undefined, outline: undefined };
      texts.push(last);
    }
    if (type === RECORD.wideText) last.text = wideText(record);
    else if (type === RECORD.narrowText) last.text = data.toString('latin1');
    else if (type === RECORD.textStyle) last.style = data;
    else if (type === RECORD.outlineReference && data.length >= 4) {
      last.outline = data.readUInt32LE(0);
    } else if (FIELDS.has(type) && data.length >= 4) {
      // A star stands for the number of the slide, or for a date.
      const at = data.readUInt32LE(0);
      if (last.text[at] === '*')
        last.text = `${last.text.slice(0, at)}\0${last.text.slice(at + 1)}`;
    }
  }
  return texts;
}

/** Returns the text of a box; of the outline, where it shows that. */
export function textOfBox(
  box: SlideRecord | undefined,
  outline: readonly SlideText[],
): SlideText | undefined {
  const [text] = box === undefined ? [] : slideTexts(recordsIn(box));
  return text?.outline === undefined ? text : (outline[text.outline] ?? text);
}

export function isTitle({ use }: SlideText): boolean {
  return TITLES.has(use);
}

/** Returns a title as a heading, and other paragraphs; those with bullets as lists. */
export function textBlocks(text: SlideText): Block[] {
  const lines = text.text.split('\r');
  const shown = lines.map(lineText);
  if (isTitle(text)) {
    const title = oneLine(shown.join(' '));
    return title === '' ? [] : [{ kind: 'heading', level: 1, text: title }];
  }
  const blocks: Block[] = [];
  const levels = paragraphLevels(text, lines);
  const numbers = automaticNumbers(text.numbers);
  const counter = new NumberCounter();
  for (const [at, line] of shown.entries()) {
    if (line === '') continue;
    const { level = 0, hasBullet = false, number = 0 } = levels[at] ?? {};
    const last = blocks.at(-1);
    const label = counter.next(level, hasBullet ? numbers[number] : undefined) ?? '-';
    const item = `${'  '.repeat(level)}${label} ${oneLine(line)}`;
    if (!hasBullet) blocks.push({ kind: 'paragraph', text: line });
    else if (last?.kind === 'list') last.text += `\n${item}`;
    else blocks.push({ kind: 'list', text: item });
  }
  return blocks;
}

export function lineText(line: string): string {
  return (
    line
      .replaceAll('\v', '\n')
      // oxlint-disable-next-line no-control-regex
      .replace(/[\0-\x08\x0e-\x1f\u00ad]/g, '')
      .replaceAll('\u2011', '-')
      .replace(/(?<![ \t])[ \t]+$/gm, '')
      .trim()
  );
}
