import type { Block } from '../blocks/block.ts';
import { Omissions } from '../blocks/omissions.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { coreProperties } from '../ooxml/core-properties.ts';
import { drawingLines } from '../ooxml/drawing-text.ts';
import { targetOf, type PartContext } from '../ooxml/graphic-blocks.ts';
import { DamagedXml } from '../xml/xml-reader.ts';
import type { OoxmlPackage } from '../ooxml/ooxml-package.ts';
import { childOf, childrenOf, descendantsOf, type XmlElement } from '../xml/xml-tree.ts';
import { commentAuthors, commentBlocks } from './slide-comments.ts';
import { layoutAt, placeholderOf, textBodyOf } from './slide-layout.ts';
import { shapesBlocks, type Repeated } from './slide-shapes.ts';

/** Reads a presentation: its slides in their order, each with its notes and comments. */
export function readPowerPoint(pkg: OoxmlPackage): Partitioned {
  const path = pkg.mainPath() ?? '';
  const tree = pkg.treeOf(path);
  if (tree?.name !== 'p:presentation') throw new DamagedXml('no presentation');
  const relationships = pkg.relationshipsOf(path);
  const context: PartContext = { pkg, relationships, omitted: new Omissions(), seen: new Set() };
  const authors = commentAuthors(pkg, relationships);
  const repeated: Repeated = new Set();
  const blocks = childrenOf(childOf(tree, 'p:sldIdLst'), 'p:sldId').flatMap(
    ({ attributes }, at) => {
      const path = targetOf(context, attributes['r:id']);
      const slide = slideBlocks(context, path, authors, repeated);
      for (const block of slide) block.page = at + 1;
      const [first] = slide;
      if (first !== undefined && !(first.kind === 'heading' && first.level === 1)) {
        first.startsSlide = true;
      }
      return slide;
    },
  );
  return { blocks, properties: coreProperties(pkg), omitted: context.omitted.list() };
}

function slideBlocks(
  presentation: PartContext,
  path: string | undefined,
  authors: ReadonlyMap<string, string>,
  repeated: Repeated,
): Block[] {
  const { pkg, omitted, seen } = presentation;
  if (path === undefined || seen.has(path)) return [];
  seen.add(path);
  const slide = pkg.treeOf(path);
  const shapes = childOf(slide, 'p:cSld', 'p:spTree');
  if (slide === undefined || shapes === undefined) {
    omitted.add('damaged_slide');
    return [];
  }
  if (['0', 'false'].includes(slide.attributes['show'] ?? '')) {
    omitted.add('hidden_slide');
    return [];
  }
  const relationships = pkg.relationshipsOf(path);
  const target = (type: string) => relationships.find((each) => each.type === type)?.target;
  const layout = layoutAt(pkg, target('slideLayout'));
  return [
    ...shapesBlocks({ ...presentation, relationships }, layout, shapes, repeated),
    ...notesBlocks(pkg.treeOf(target('notesSlide'))),
    ...commentBlocks(pkg, relationships, authors),
  ];
}

/** Of a page of notes, what the speaker wrote; not the picture of the slide, headers and numbers. */
function notesBlocks(notes: XmlElement | undefined): Block[] {
  return descendantsOf(childOf(notes, 'p:cSld', 'p:spTree'), 'p:sp')
    .filter((shape) => !/^(?:sldImg|sldNum|hdr|ftr|dt)$/.test(placeholderOf(shape)?.type ?? ''))
    .flatMap((shape) => drawingLines(textBodyOf(shape)))
    .map((text, at) => ({ kind: 'paragraph', text: at === 0 ? `Notes: ${text}` : text }));
}
