import type { Block } from '../blocks/block.ts';
import { oneLine } from '../ooxml/table-text.ts';
import { RECORD, recordIn, recordsIn, wideText, type SlideRecord } from './slide-records.ts';

const HAS_FOOTER = 0x20;
const FOOTER = 2;
const OF_SLIDES = 3;

/** Returns the footer of a slide, its own or that of all slides, where no earlier slide has the same. */
export function footerOf(document: SlideRecord, page: SlideRecord, said: Set<string>): Block[] {
  const own = recordIn(page, RECORD.headersFooters) ?? ofAllSlides(document);
  const flags = recordIn(own, RECORD.headersFootersFlags)?.data;
  const isShown =
    flags !== undefined && flags.length >= 4 && (flags.readUInt16LE(2) & HAS_FOOTER) !== 0;
  if (!isShown) return [];
  for (const record of recordsIn(own)) {
    if (record.type !== RECORD.string || record.instance !== FOOTER) continue;
    const text = oneLine(wideText(record));
    if (text === '' || said.has(text)) return [];
    said.add(text);
    return [{ kind: 'paragraph', text }];
  }
  return [];
}

function ofAllSlides(document: SlideRecord): SlideRecord | undefined {
  for (const record of recordsIn(document)) {
    if (record.type === RECORD.headersFooters && record.instance === OF_SLIDES) return record;
  }
  return undefined;
}
