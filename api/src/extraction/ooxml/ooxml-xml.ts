import { readXml, type XmlHandler } from '../xml/xml-reader.ts';
import * as tree from '../xml/xml-tree.ts';

const SCHEMAS = 'http://schemas.openxmlformats.org/';
const STRICT = 'http://purl.oclc.org/ooxml/';
const MICROSOFT = 'http://schemas.microsoft.com/office/';

/** The prefix by which readers name the elements of a namespace, whatever the file calls it. */
const PREFIXES: readonly [prefix: string, namespace: string, strict?: string][] = [
  ['w', `${SCHEMAS}wordprocessingml/2006/main`, `${STRICT}wordprocessingml/main`],
  ['x', `${SCHEMAS}spreadsheetml/2006/main`, `${STRICT}spreadsheetml/main`],
  ['p', `${SCHEMAS}presentationml/2006/main`, `${STRICT}presentationml/main`],
  ['a', `${SCHEMAS}drawingml/2006/main`, `${STRICT}drawingml/main`],
  ['c', `${SCHEMAS}drawingml/2006/chart`, `${STRICT}drawingml/chart`],
  ['dgm', `${SCHEMAS}drawingml/2006/diagram`, `${STRICT}drawingml/diagram`],
  ['pic', `${SCHEMAS}drawingml/2006/picture`, `${STRICT}drawingml/picture`],
  ['cdr', `${SCHEMAS}drawingml/2006/chartDrawing`, `${STRICT}drawingml/chartDrawing`],
  [
    'wp',
    `${SCHEMAS}drawingml/2006/wordprocessingDrawing`,
    `${STRICT}drawingml/wordprocessingDrawing`,
  ],
  ['xdr', `${SCHEMAS}drawingml/2006/spreadsheetDrawing`, `${STRICT}drawingml/spreadsheetDrawing`],
  ['r', `${SCHEMAS}officeDocument/2006/relationships`, `${STRICT}officeDocument/relationships`],
  ['m', `${SCHEMAS}officeDocument/2006/math`, `${STRICT}officeDocument/math`],
  ['mc', `${SCHEMAS}markup-compatibility/2006`],
  ['rel', `${SCHEMAS}package/2006/relationships`],
  ['ct', `${SCHEMAS}package/2006/content-types`],
  ['cp', `${SCHEMAS}package/2006/metadata/core-properties`],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['dcterms', 'http://purl.org/dc/terms/'],
  ['v', 'urn:schemas-microsoft-com:vml'],
  ['o', 'urn:schemas-microsoft-com:office:office'],
  ['wps', `${MICROSOFT}word/2010/wordprocessingShape`],
  ['wpg', `${MICROSOFT}word/2010/wordprocessingGroup`],
  ['wpc', `${MICROSOFT}word/2010/wordprocessingCanvas`],
  ['w14', `${MICROSOFT}word/2010/wordml`],
  ['cx', `${MICROSOFT}drawing/2014/chartex`],
  ['dsp', `${MICROSOFT}drawing/2008/diagram`],
  ['adec', `${MICROSOFT}drawing/2017/decorative`],
  ['tc', `${MICROSOFT}spreadsheetml/2018/threadedcomments`],
  ['p188', `${MICROSOFT}powerpoint/2018/8/main`],
];

const BY_NAMESPACE = new Map(
  PREFIXES.flatMap(([prefix, ...namespaces]) =>
    namespaces.map((namespace) => [namespace, prefix] as const),
  ),
);

/** Attributes have no prefix, but those of relationships: `r:id`. */
const OOXML: tree.TreeDialect = {
  prefixOf: (namespace) => BY_NAMESPACE.get(namespace) ?? '?',
  attributePrefix: 'r',
  isTolerant: false,
  keepsText: (text, { name }) => name.endsWith(':t') || text.trim() !== '',
  shown: (element) => (element.name === 'mc:AlternateContent' ? chosenBranch(element) : undefined),
};

/** The first branch that can be read is what current programs show; an empty one has nothing to show. */
function chosenBranch(element: tree.XmlElement): readonly (tree.XmlElement | string)[] {
  const branches = [
    ...tree.childrenOf(element, 'mc:Choice'),
    ...tree.childrenOf(element, 'mc:Fallback'),
  ].filter(({ children }) => children.length > 0);
  return (branches.find(isKnown) ?? branches[0])?.children ?? [];
}

/** Whether anything in a branch is of a namespace that is read. */
function isKnown({ children }: tree.XmlElement): boolean {
  return children.some(
    (child) => typeof child !== 'string' && (!child.name.startsWith('?') || isKnown(child)),
  );
}

/** @throws {DamagedXml} @throws {ExcessiveXml} */
export const readOoxml = (bytes: Uint8Array, handler: XmlHandler): void =>
  readXml(bytes, handler, OOXML);

/** Returns the root of a part; of `mc:AlternateContent`, one branch. */
export const parseOoxml = (bytes: Uint8Array): tree.XmlElement | undefined =>
  tree.parseXml(bytes, OOXML);

/** Calls back with each child of the elements called `parent`. */
export const readOoxmlElements = (
  bytes: Uint8Array,
  parent: string,
  onElement: (element: tree.XmlElement) => void,
): void => tree.readElements(bytes, parent, OOXML, onElement);
