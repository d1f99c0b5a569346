import { builtInFormat } from '../ooxml/number-format/built-in-formats.ts';
import { childOf, childrenOf, type XmlElement } from '../xml/xml-tree.ts';

/** Returns the format code of each style of cells. */
export function cellFormats(styles: XmlElement | undefined): string[] {
  const codes = new Map(
    childrenOf(childOf(styles, 'x:numFmts'), 'x:numFmt').map(({ attributes }) => [
      attributes['numFmtId'],
      attributes['formatCode'] ?? 'General',
    ]),
  );
  return childrenOf(childOf(styles, 'x:cellXfs'), 'x:xf').map(({ attributes }) => {
    const id = attributes['numFmtId'] ?? '0';
    return codes.get(id) ?? builtInFormat(Number(id));
  });
}
