import type { Block } from '../blocks/block.ts';
import { Omissions } from '../blocks/omissions.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { CompoundFile, DamagedCompound } from '../compound/compound-file.ts';
import { summaryProperties } from '../compound/summary-properties.ts';
import { oneLine } from '../ooxml/table-text.ts';
import { drawnBlocks, type Drawing } from './drawn-shapes.ts';
import { footerOf } from './slide-footer.ts';
import { PersistDirectory } from './persist-directory.ts';
import {
  RECORD,
  recordIn,
  recordsBelow,
  recordsIn,
  wideText,
  type SlideRecord,
} from './slide-records.ts';
import { slideTexts, textBlocks, type SlideText } from './slide-text.ts';

/** A slide or a page of notes in one of the lists of a presentation, with the text of its outline. */
interface ListedSlide {
  number: number;
  /** By which notes name the slide, and a slide its notes. */
  id: number;
  outline: SlideText[];
}

const LIST = { slides: 0, notes: 2 } as const;
/** Placeholders of dates, numbers, footers and headers, and the picture of a slide on its notes. */
const WITHOUT = new Set([5, 7, 8, 9, 10, 11]);
const HIDDEN = 4;

/** Reads a presentation of PowerPoint 97 to 2003: its slides in their order, each with its notes and comments. */
export function readPowerPointBinary(bytes: Uint8Array): Partitioned {
  const file = new CompoundFile(bytes);
  const directory = new PersistDirectory(file);
  const { document } = directory;
  if (document === undefined) throw new DamagedCompound('no presentation');
  const omitted = new Omissions();
  const notes = new Map(listed(document, LIST.notes).map((each) => [each.id, each]));
  const context: PresentationContext = { directory, document, notes, omitted, footers: new Set() };
  const blocks: Block[] = [];
  const seen = new Set<number>();
  for (const [at, slide] of listed(document, LIST.slides).entries()) {
    if (seen.has(slide.number)) continue;
    seen.add(slide.number);
    const [first, ...others] = contentOf(context, slide);
    if (first === undefined) continue;
    if (first.level !== 1) first.startsSlide = true;
    for (const block of [first, ...others]) {
      block.page = at + 1;
      blocks.push(block);
    }
  }
  return { blocks, properties: summaryProperties(file), omitted: omitted.list() };
}

/** What the readers of slides share. */
interface PresentationContext {
  directory: PersistDirectory;
  document: SlideRecord;
  notes: ReadonlyMap<number, ListedSlide>;
  omitted: Omissions;
  /** Footers of earlier slides. */
  footers: Set<string>;
}

function contentOf(context: PresentationContext, slide: ListedSlide): Block[] {
  const { directory, document, notes, omitted, footers } = context;
  const page = directory.record(slide.number, RECORD.slide);
  if (page === undefined) return [];
  if (isHidden(page)) {
    omitted.add('hidden_slide');
    return [];
  }
  const drawing: Drawing = { outline: slide.outline, omitted, without: WITHOUT, shown: new Set() };
  return [
    ...slideBlocks(drawing, page),
    ...footerOf(document, page, footers),
    ...notesBlocks(directory, notes.get(notesOf(page)), omitted),
    ...commentBlocks(page),
  ];
}

function listed(document: SlideRecord, list: number): ListedSlide[] {
  const slides: { number: number; id: number; records: SlideRecord[] }[] = [];
  for (const record of recordsIn(document)) {
    if (record.type !== RECORD.slideList || record.instance !== list) continue;
    for (const each of recordsIn(record)) {
      if (each.type !== RECORD.slidePlace) slides.at(-1)?.records.push(each);
      else if (each.data.length >= 16) {
        const [number, id] = [each.data.readUInt32LE(0), each.data.readUInt32LE(12)];
        slides.push({ number, id, records: [] });
      }
    }
  }
  return slides.map(({ number, id, records }) => ({ number, id, outline: slideTexts(records) }));
}

/** Returns what shapes show, and what is in the outline only. */
function slideBlocks(drawing: Drawing, page: SlideRecord): Block[] {
  const drawn = drawnBlocks(drawing, page);
  const said = new Set(drawn.map(({ text }) => text));
  const others = drawing.outline
    .filter((text) => !drawing.shown.has(text))
    .flatMap(textBlocks)
    .filter(({ text }) => !said.has(text));
  return [...drawn, ...others];
}

const SLIDE_ATOM = 0x03ef;

/** Returns the id of a slide's notes; 0 where it has none. */
function notesOf(page: SlideRecord): number {
  const data = recordIn(page, SLIDE_ATOM)?.data;
  return data === undefined || data.length < 20 ? 0 : data.readUInt32LE(16);
}

function isHidden(page: SlideRecord): boolean {
  const data = recordIn(page, RECORD.slideInfo)?.data;
  return data !== undefined && data.length >= 12 && (data.readUInt16LE(10) & HIDDEN) !== 0;
}

function notesBlocks(
  directory: PersistDirectory,
  notes: ListedSlide | undefined,
  omitted: Omissions,
): Block[] {
  const page = notes === undefined ? undefined : directory.record(notes.number, RECORD.notes);
  if (notes === undefined || page === undefined) return [];
  const drawing = {
    outline: notes.outline,
    omitted,
    without: WITHOUT,
    shown: new Set<SlideText>(),
  };
  return drawnBlocks(drawing, page)
    .flatMap(({ text }) => text.split('\n'))
    .map((text, at) => ({ kind: 'paragraph', text: at === 0 ? `Notes: ${text}` : text }));
}

function commentBlocks(page: SlideRecord): Block[] {
  return recordsBelow(page, RECORD.comment).flatMap((comment): Block[] => {
    const strings = [...recordsIn(comment)].filter(({ type }) => type === RECORD.string);
    const [author = '', text = ''] = [0, 1].map((instance) => {
      const found = strings.find((each) => each.instance === instance);
      return found === undefined ? '' : oneLine(wideText(found));
    });
    if (text === '') return [];
    return [{ kind: 'paragraph', text: `Comment${author === '' ? '' : ` by ${author}`}: ${text}` }];
  });
}
