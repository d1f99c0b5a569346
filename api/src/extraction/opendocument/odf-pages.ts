import { isPageLine } from '../blocks/page-line.ts';
import type { OdfWalker } from './odf-walker.ts';
import { allBelow, childrenOf, elementsOf, textOf, type XmlElement } from '../xml/xml-tree.ts';

/** What each slide repeats, and a picture of it. */
const REPEATED = /^(?:header|footer|date-time|page-number|page)$/;

/** Writes the slides that are shown, each as a page with its speaker notes. */
export function writeSlides(walker: OdfWalker, presentation: XmlElement): void {
  const { writer, context } = walker;
  const repeated = new Map(
    childrenOf(presentation, 'presentation:header-decl', 'presentation:footer-decl').map((each) => [
      `${each.name.includes('header') ? 'header' : 'footer'} ${each.attributes['presentation:name']}`,
      textOf(each),
    ]),
  );
  for (const [at, slide] of childrenOf(presentation, 'draw:page').entries()) {
    if (context.styles.hides('drawing-page', slide.attributes['draw:style-name'])) {
      writer.omitted.add('hidden_slide');
      continue;
    }
    writer.page = at + 1;
    const before = writer.blocks.length;
    for (const shape of elementsOf(slide)) {
      if (shape.name === 'presentation:notes') continue;
      if (shape.attributes['presentation:class'] === 'title') writeTitle(walker, shape);
      else if (isOwn(shape)) walker.node(shape);
    }
    for (const notes of childrenOf(slide, 'presentation:notes')) {
      elementsOf(notes)
        .filter(isOwn)
        .forEach((shape) => walker.node(shape));
    }
    for (const kind of ['header', 'footer']) {
      const name = slide.attributes[`presentation:use-${kind}-name`];
      const text = repeated.get(`${kind} ${name}`);
      if (name === undefined || text === undefined) continue;
      // Once, wherever slides repeat it.
      repeated.delete(`${kind} ${name}`);
      writer.text(text);
      writer.flush();
    }
    writer.flush();
    const first = writer.blocks[before];
    if (first !== undefined && !(first.kind === 'heading' && first.level === 1)) {
      first.startsSlide = true;
    }
  }
  writer.page = undefined;
}

function writeTitle(walker: OdfWalker, shape: XmlElement): void {
  if (!isOwn(shape)) return;
  walker.writer.text(walker.lineOf([shape]));
  walker.writer.flush(1);
}

function isOwn({ attributes }: XmlElement): boolean {
  return (
    attributes['presentation:placeholder'] !== 'true' &&
    !REPEATED.test(attributes['presentation:class'] ?? '')
  );
}

/** Writes each header and footer of a text once, wherever pages repeat it. */
export function writeHeadersAndFooters(walker: OdfWalker, masters: XmlElement | undefined): void {
  const written = new Set<string>();
  for (const page of childrenOf(masters, 'style:master-page')) {
    for (const region of elementsOf(page)) {
      if (!/^style:(?:header|footer)/.test(region.name)) continue;
      if (region.attributes['style:display'] === 'false') continue;
      const text = walker.lineOf(elementsOf(region));
      // A page's number alone says nothing.
      if (isPageLine(text) || !/[\p{L}\d]/u.test(text)) continue;
      if (written.has(text)) continue;
      written.add(text);
      walker.writer.text(text);
      walker.writer.flush();
    }
  }
}

/** Writes the sheets that are shown. */
export function writeSheets(walker: OdfWalker, spreadsheet: XmlElement): void {
  const { writer, context } = walker;
  for (const sheet of childrenOf(spreadsheet, 'table:table')) {
    const isHidden = context.styles.hides('table', sheet.attributes['table:style-name']);
    if (isHidden) writer.omitted.add('hidden_sheet');
    else {
      writer.push({ kind: 'heading', level: 2, text: sheet.attributes['table:name'] ?? '' });
      walker.node(sheet);
    }
  }
  const tracked = childrenOf(spreadsheet, 'table:tracked-changes');
  const deleted = tracked.flatMap((changes) => allBelow(changes, 'table:deletion')).length;
  if (deleted > 0) writer.omitted.add('deleted_passage', deleted);
}
