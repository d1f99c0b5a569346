import type { Block } from '../blocks/block.ts';
import { Omissions } from '../blocks/omissions.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { coreProperties } from '../ooxml/core-properties.ts';
import type { PartContext } from '../ooxml/graphic-blocks.ts';
import { targetOf } from '../ooxml/graphic-blocks.ts';
import type { OoxmlPackage } from '../ooxml/ooxml-package.ts';
import { DamagedXml } from '../xml/xml-reader.ts';
import { childOf, childrenOf, descendantsOf, type XmlElement } from '../xml/xml-tree.ts';
import { cellFormats } from './cell-formats.ts';
import type { Workbook } from './cell-text.ts';
import { readSheet } from './read-sheet.ts';
import { sharedStrings } from './shared-strings.ts';
import { headerBlocks } from './sheet-headers.ts';
import { sheetBlocks } from './sheet-blocks.ts';
import { commentBlocks, personNames } from './sheet-comments.ts';
import { drawingBlocks } from './sheet-drawings.ts';

/** Reads a workbook: each sheet that is not hidden, in the workbook's order, as its cells show it. */
export function readExcel(pkg: OoxmlPackage): Partitioned {
  const path = pkg.mainPath() ?? '';
  const tree = pkg.treeOf(path);
  if (tree?.name !== 'x:workbook') throw new DamagedXml('no workbook');
  const context: PartContext = {
    pkg,
    relationships: pkg.relationshipsOf(path),
    omitted: new Omissions(),
    seen: new Set(),
  };
  const pathOf = (type: string) => context.relationships.find((each) => each.type === type)?.target;
  const workbook: Workbook = {
    strings: sharedStrings(pkg.bytesOf(pathOf('sharedStrings'))),
    formats: cellFormats(pkg.treeOf(pathOf('styles'))),
    is1904: ['1', 'true'].includes(childOf(tree, 'x:workbookPr')?.attributes['date1904'] ?? ''),
  };
  const persons = personNames([pkg.treeOf(pathOf('person'))]);
  const headers = new Set<string>();
  const blocks = childrenOf(childOf(tree, 'x:sheets'), 'x:sheet').flatMap((sheet) =>
    blocksOfSheet(context, sheet, workbook, persons, headers),
  );
  return { blocks, properties: coreProperties(pkg), omitted: context.omitted.list() };
}

function blocksOfSheet(
  context: PartContext,
  { attributes }: XmlElement,
  workbook: Workbook,
  persons: ReadonlyMap<string, string>,
  headers: Set<string>,
): Block[] {
  const { pkg, omitted, seen } = context;
  const path = targetOf(context, attributes['r:id']);
  if (path === undefined || seen.has(path)) return [];
  seen.add(path);
  if (/hidden/i.test(attributes['state'] ?? '')) {
    omitted.add('hidden_sheet');
    return [];
  }
  const bytes = pkg.bytesOf(path);
  if (bytes === undefined) {
    omitted.add('missing_sheet');
    return [];
  }
  const relationships = pkg.relationshipsOf(path);
  const part: PartContext = { ...context, relationships };
  const isGrid = pkg.rootOf(path) === 'x:worksheet';
  const sheet = isGrid ? readSheet(bytes, workbook) : undefined;
  omitted.add('formula_without_value', sheet?.withoutValue ?? 0);
  omitted.add('form_control', sheet?.controls.size ?? 0);
  omitted.add('picture_in_cell', sheet?.richValues ?? 0);
  const drawings =
    sheet?.drawings ??
    descendantsOf(pkg.treeOf(path), 'x:drawing').map((each) => each.attributes['r:id']);
  const content = [
    ...(sheet === undefined ? [] : sheetBlocks(sheet, omitted)),
    ...commentBlocks(pkg, relationships, persons),
    ...drawings.flatMap((id) => drawingBlocks(part, targetOf(part, id))),
  ];
  omitted.add(
    'embedded_object',
    relationships.filter(({ type }) => type === 'oleObject' || type === 'package').length,
  );
  if (content.length === 0) return [];
  const name = attributes['name']?.trim() ?? '';
  content.push(...headerBlocks(sheet?.headers ?? [], name, headers));
  return name === '' ? content : [{ kind: 'heading', level: 2, text: name }, ...content];
}
