import type { Block } from '../blocks/block.ts';
import { isPageLine } from '../blocks/page-line.ts';
import { positionsOf, type DocumentHeader } from './document-header.ts';
import { PROPERTY, propertyChanges, valueOf } from './property-changes.ts';
import { rangesOf } from './text-references.ts';
import type { BinaryContext } from './word-context.ts';

/** The first stories of headers are the lines above notes. */
const SEPARATORS = 6;
const SECTION_BYTES = 12;
const NO_PROPERTIES = 0xffffffff;
/** Stories of a section, in their order. */
const STORIES = [
  { kind: 'header', when: 'even' },
  { kind: 'header', when: 'always' },
  { kind: 'footer', when: 'even' },
  { kind: 'footer', when: 'always' },
  { kind: 'header', when: 'first' },
  { kind: 'footer', when: 'first' },
] as const;

/** Returns the headers or footers that pages of a document show, each text once. */
export function headerBlocks(
  context: BinaryContext,
  header: DocumentHeader,
  kind: 'header' | 'footer',
): Block[] {
  const ranges = rangesOf(header, 'headers', header.structure('headers'), 0).slice(SEPARATORS);
  const titlePages = titlePagesOf(header);
  const hasEven = ((header.structure('settings')[0] ?? 0) & 1) === 1;
  const said = new Set<string>();
  return ranges.flatMap(({ start, end }, at) => {
    const story = STORIES[at % STORIES.length];
    if (story?.kind !== kind || end <= start) return [];
    if (story.when === 'even' && !hasEven) return [];
    const section = Math.floor(at / STORIES.length);
    if (story.when === 'first' && titlePages[section] !== true) return [];
    return context.blocksOf(context, start, end, true).filter(({ text }) => {
      if (isPageLine(text) || said.has(text)) return false;
      said.add(text);
      return true;
    });
  });
}

function titlePagesOf(header: DocumentHeader): boolean[] {
  const { items } = positionsOf(header.structure('sections'), SECTION_BYTES);
  return items.map((item) => {
    const at = item.readUInt32LE(2);
    if (at === NO_PROPERTIES || at + 2 > header.main.length) return false;
    const list = header.main.subarray(at + 2, at + 2 + header.main.readUInt16LE(at));
    const change = propertyChanges(list).findLast(({ code }) => code === PROPERTY.titlePage);
    return change !== undefined && valueOf(change, 1) !== 0;
  });
}
