import type { Block } from '../blocks/block.ts';
import { alternativeText } from '../ooxml/alternative-text.ts';
import { drawingLines } from '../ooxml/drawing-text.ts';
import { graphicBlocks } from '../ooxml/graphic-blocks.ts';
import { oneLine } from '../ooxml/table-text.ts';
import { descendantsOf, elementsOf, type XmlElement } from '../xml/xml-tree.ts';
import { FieldStack } from './field-stack.ts';
import type { WordContext } from './word-context.ts';

/** Returns the text boxes, charts, diagrams and alternative texts of a drawing. */
export function drawingBlocks(context: WordContext, drawing: XmlElement): Block[] {
  const properties = outsideBoxes(drawing, 'wp:docPr')[0];
  if (['1', 'true'].includes(properties?.attributes['hidden'] ?? '')) return [];
  const pictures = outsideBoxes(drawing, 'pic:pic');
  context.omitted.add('picture', pictures.length);
  const described = [
    properties,
    ...outsideBoxes(drawing, 'wps:cNvPr'),
    ...(pictures.length > 1 ? pictures.map((each) => descendantsOf(each, 'pic:cNvPr')[0]) : []),
  ];
  const texts = new Set(
    described.map((each) => alternativeText(each)).filter((text) => text !== undefined),
  );
  return [
    ...[...texts].map(paragraph),
    ...boxBlocks(context, drawing),
    ...outsideBoxes(drawing, 'a:txBody').flatMap(drawingLines).map(paragraph),
    ...graphicBlocks(context, drawing),
  ];
}

/** The same of a drawing in VML, which older programs write. */
export function pictureBlocks(context: WordContext, picture: XmlElement): Block[] {
  const images = outsideBoxes(picture, 'v:imagedata');
  context.omitted.add('picture', images.length);
  const described = images.length === 0 ? [] : outsideBoxes(picture, 'v:shape');
  const alternatives = described.map(({ attributes }) =>
    alternativeText({ name: '', attributes: { descr: attributes['alt'] ?? '' }, children: [] }),
  );
  const words = outsideBoxes(picture, 'v:textpath').map(({ attributes }) =>
    oneLine(attributes['string'] ?? ''),
  );
  return [
    ...[...alternatives, ...words].flatMap((text) =>
      text === undefined || text === '' ? [] : [paragraph(text)],
    ),
    ...boxBlocks(context, picture),
  ];
}

/** A file of another program inside of the document; its picture shows what is not read. */
export function objectBlocks(context: WordContext, object: XmlElement): Block[] {
  const isControl = outsideBoxes(object, 'w:control').length > 0;
  context.omitted.add(isControl ? 'form_control' : 'embedded_object');
  return boxBlocks(context, object);
}

/** Returns the elements of a name that are not in a text box, which is read by itself. */
function outsideBoxes(element: XmlElement, name: string): XmlElement[] {
  return descendantsOf(element, name, 'w:txbxContent').filter((each) => each.name === name);
}

function boxBlocks(context: WordContext, element: XmlElement): Block[] {
  return descendantsOf(element, 'w:txbxContent').flatMap((content) =>
    context.blocksOf(elementsOf(content), {
      ...context,
      fields: new FieldStack(),
      deferred: undefined,
    }),
  );
}

function paragraph(text: string): Block {
  return { kind: 'paragraph', text };
}
