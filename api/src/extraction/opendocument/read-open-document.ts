import { BlockWriter } from '../blocks/block-writer.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { OdfNumbers } from './odf-numbers.ts';
import { objectWriter } from './odf-objects.ts';
import { writeHeadersAndFooters, writeSheets, writeSlides } from './odf-pages.ts';
import { readOdfParts } from './odf-parts.ts';
import { odfProperties } from './odf-properties.ts';
import { OdfStyles } from './odf-styles.ts';
import { OdfWalker } from './odf-walker.ts';
import { childOf, elementsOf } from '../xml/xml-tree.ts';

/**
 * Reads a text, a sheet or a presentation of OpenDocument, as a package or as one XML file.
 * @throws {FaultyPackage}
 */
export function readOpenDocument(bytes: Uint8Array): Partitioned {
  const parts = readOdfParts(bytes);
  const styles = new OdfStyles();
  for (const root of [parts.styles, parts.content]) {
    styles.add(childOf(root, 'office:styles'));
    styles.add(childOf(root, 'office:automatic-styles'));
  }
  const walker = new OdfWalker(new BlockWriter(), {
    styles,
    numbers: new OdfNumbers(styles),
    writeObject: objectWriter((address) => parts.object(address)),
  });
  for (const content of elementsOf(childOf(parts.content, 'office:body'))) {
    if (content.name === 'office:spreadsheet') writeSheets(walker, content);
    else if (content.name === 'office:presentation' || content.name === 'office:drawing') {
      writeSlides(walker, content);
    } else {
      walker.children(content);
      walker.writer.flush();
      writeHeadersAndFooters(walker, childOf(parts.styles, 'office:master-styles'));
    }
  }
  const { blocks, omitted } = walker.writer;
  return { blocks, properties: odfProperties(parts.meta), omitted: omitted.list() };
}
