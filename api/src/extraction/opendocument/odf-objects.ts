import { mathText } from '../blocks/math-text.ts';
import type { OdfWalker } from './odf-walker.ts';
import { writeOdfTable } from './odf-table.ts';
import { allBelow, childOf, childrenOf, elementsOf, type XmlElement } from '../xml/xml-tree.ts';

/** Objects in objects that are read. */
const DEPTH_MAX = 3;

/** Returns what writes embedded objects: formulas, charts with their data, sheets and texts. */
export function objectWriter(
  objectAt: (address: string) => XmlElement | undefined,
): (walker: OdfWalker, object: XmlElement) => void {
  let depth = 0;
  return (walker, object) => {
    const address = object.attributes['xlink:href'];
    const root = elementsOf(object)[0] ?? (address === undefined ? undefined : objectAt(address));
    if (root === undefined || depth >= DEPTH_MAX) {
      walker.writer.omitted.add('embedded_object');
      return;
    }
    depth += 1;
    writeObject(walker, root);
    depth -= 1;
  };
}

function writeObject(walker: OdfWalker, root: XmlElement): void {
  if (root.name === 'math' || root.name.endsWith(':math')) {
    walker.writer.text(mathText(markupOf(root)));
    walker.writer.flush();
    return;
  }
  const body = childOf(root, 'office:body');
  const chart = childOf(body, 'office:chart', 'chart:chart');
  if (chart === undefined) {
    for (const content of elementsOf(body)) walker.children(content);
    return;
  }
  const titles = [
    ...childrenOf(chart, 'chart:title', 'chart:subtitle'),
    ...allBelow(chart, 'chart:axis').flatMap((axis) => childrenOf(axis, 'chart:title')),
  ];
  for (const title of titles) {
    walker.writer.text(walker.lineOf(elementsOf(title)));
    walker.writer.flush();
  }
  for (const table of childrenOf(chart, 'table:table')) writeOdfTable(walker, table);
}

function markupOf(node: XmlElement): Parameters<typeof mathText>[0] {
  return {
    name: node.name,
    children: node.children.map((child) => (typeof child !== 'string' ? markupOf(child) : child)),
  };
}
