import type { Block } from '../blocks/block.ts';
import { drawingLines } from './drawing-text.ts';
import type { OoxmlPackage } from './ooxml-package.ts';
import { oneLine } from './table-text.ts';
import { childOf, childrenOf, descendantsOf, type XmlElement } from '../xml/xml-tree.ts';

const DEPTH_MAX = 20;

/** Returns the text of a SmartArt's data as a list, with its levels. */
export function diagramBlocks(pkg: OoxmlPackage, path: string | undefined): Block[] {
  const tree = pkg.treeOf(path);
  const points = childrenOf(childOf(tree, 'dgm:ptLst'), 'dgm:pt');
  const texts = new Map(
    points.map((point) => [point.attributes['modelId'] ?? '', pointText(point)]),
  );
  const children = childrenByParent(tree);
  const lines: string[] = [];
  const seen = new Set<string>();
  const visit = (id: string, depth: number): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const text = texts.get(id) ?? '';
    if (text !== '') lines.push(`${'  '.repeat(Math.max(0, depth))}- ${text}`);
    if (depth > DEPTH_MAX) return;
    for (const child of children.get(id) ?? []) visit(child, text === '' ? depth : depth + 1);
  };
  const root = points.find(({ attributes }) => attributes['type'] === 'doc')?.attributes['modelId'];
  if (root !== undefined) visit(root, 0);
  for (const id of texts.keys()) visit(id, 0);
  return lines.length === 0 ? [] : [{ kind: 'list', text: lines.join('\n') }];
}

function pointText(point: XmlElement): string {
  if (point.attributes['type'] === 'pres') return '';
  // Text that stands for what nobody has written.
  if (childOf(point, 'dgm:prSet')?.attributes['phldr'] === '1') return '';
  return oneLine(descendantsOf(point, 'dgm:t').flatMap(drawingLines).join(' '));
}

function childrenByParent(tree: XmlElement | undefined): Map<string, string[]> {
  const children = new Map<string, string[]>();
  const links = childrenOf(childOf(tree, 'dgm:cxnLst'), 'dgm:cxn')
    .map(({ attributes }) => attributes)
    .filter(({ type = 'parOf' }) => type === 'parOf')
    .sort((a, b) => Number(a['srcOrd'] ?? 0) - Number(b['srcOrd'] ?? 0));
  for (const { srcId = '', destId = '' } of links) {
    const siblings = children.get(srcId);
    if (siblings === undefined) children.set(srcId, [destId]);
    else siblings.push(destId);
  }
  return children;
}
