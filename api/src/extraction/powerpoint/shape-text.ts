import type { Block } from '../blocks/block.ts';
import { drawingLine, levelOf } from '../ooxml/drawing-text.ts';
import { oneLine } from '../ooxml/table-text.ts';
import { childOf, childrenOf, elementsOf, type XmlElement } from '../xml/xml-tree.ts';
import { numberText } from '../ooxml/number-text.ts';
import { textBodyOf, type SlideLayout } from './slide-layout.ts';

const MARKS = new Set(['a:buNone', 'a:buChar', 'a:buAutoNum', 'a:buBlip']);
const FORMATS: readonly [start: string, format: string][] = [
  ['alphaLc', 'lowerLetter'],
  ['alphaUc', 'upperLetter'],
  ['romanLc', 'lowerRoman'],
  ['romanUc', 'upperRoman'],
];

/** Returns the paragraphs of a shape; those with bullets or numbers as lists. */
export function shapeText(layout: SlideLayout, shape: XmlElement): Block[] {
  const blocks: Block[] = [];
  const counts: (number | undefined)[] = [];
  for (const paragraph of childrenOf(textBodyOf(shape), 'a:p')) {
    const text = drawingLine(paragraph)
      .replace(/(?<![ \t])[ \t]+$/gm, '')
      .trim();
    const level = levelOf(paragraph);
    counts.length = Math.min(counts.length, level + 1);
    if (text === '') continue;
    const mark = markOf(layout, shape, paragraph, level);
    if (mark?.name !== 'a:buAutoNum') counts[level] = undefined;
    if (mark === undefined || mark.name === 'a:buNone') {
      blocks.push({ kind: 'paragraph', text });
      continue;
    }
    const label = mark.name === 'a:buAutoNum' ? numberLabel(mark, counts, level) : '-';
    const line = `${'  '.repeat(level)}${label} ${oneLine(text)}`;
    const last = blocks.at(-1);
    if (last?.kind === 'list') last.text += `\n${line}`;
    else blocks.push({ kind: 'list', text: line });
  }
  return blocks;
}

function markOf(
  layout: SlideLayout,
  shape: XmlElement,
  paragraph: XmlElement,
  level: number,
): XmlElement | undefined {
  for (const properties of [childOf(paragraph, 'a:pPr'), ...layout.paragraphStyles(shape, level)]) {
    const mark = elementsOf(properties).find(({ name }) => MARKS.has(name));
    if (mark !== undefined) return mark;
  }
  return undefined;
}

function numberLabel(
  { attributes }: XmlElement,
  counts: (number | undefined)[],
  level: number,
): string {
  const start = Number(attributes['startAt'] ?? 1);
  const value = (counts[level] ?? (Number.isSafeInteger(start) ? start : 1) - 1) + 1;
  counts[level] = value;
  const type = attributes['type'] ?? 'arabicPeriod';
  const number = numberText(
    value,
    FORMATS.find(([name]) => type.startsWith(name))?.[1] ?? 'decimal',
  );
  if (type.endsWith('ParenBoth')) return `(${number})`;
  return number + (type.endsWith('ParenR') ? ')' : type.endsWith('Plain') ? '' : '.');
}
