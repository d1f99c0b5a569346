import { parseXml, type TreeDialect, type XmlElement } from '../xml/xml-tree.ts';

/** The usual prefixes of namespaces whose last word is another one. */
const PREFIXES: Readonly<Record<string, string>> = {
  drawing: 'draw',
  'xsl-fo-compatible': 'fo',
  'svg-compatible': 'svg',
  datastyle: 'number',
  MathML: 'math',
  elements: 'dc',
};

const ODF: TreeDialect = {
  prefixOf: (namespace) => {
    const parts = namespace.split(/[:/]/).filter((part) => part !== '' && !/^[\d.]+$/.test(part));
    const last = parts.at(-1) ?? '';
    return PREFIXES[last] ?? last;
  },
  isTolerant: true,
};

/** Returns the root of XML of OpenDocument, of EPUB or of the like, as far as it can be read. @throws {ExcessiveXml} */
export const parseOdf = (xml: string): XmlElement | undefined => parseXml(xml, ODF);
