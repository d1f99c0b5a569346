import { SaxesParser } from 'saxes';

export interface XmlNode {
  /** With the usual prefix of its namespace, such as `text:p`. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: (XmlNode | string)[];
}

/** What is nested deeper becomes siblings, so that readers can recurse. */
const DEPTH_MAX = 300;
const NODES_MAX = 8_000_000;

/** Faults of XML after which the rest of it is left. Each takes long to report. */
const FAULTS_MAX = 1000;

class TooManyFaults extends Error {}

export class TooManyNodes extends Error {
  override readonly name = 'TooManyNodes';
}

/** The usual prefixes of namespaces whose last word is another one. */
const PREFIXES: Readonly<Record<string, string>> = {
  drawing: 'draw',
  'xsl-fo-compatible': 'fo',
  'svg-compatible': 'svg',
  datastyle: 'number',
  manifest: 'manifest',
  MathML: 'math',
  elements: 'dc',
  opf: 'opf',
  container: 'container',
};

/**
 * Parses XML into a tree under a node without name. Entities of the document are not expanded, and what is not
 * well-formed is read as far as possible. @throws {TooManyNodes}
 */
export function parseXml(xml: string): XmlNode {
  const root: XmlNode = { name: '', attributes: {}, children: [] };
  const open = [root];
  const names = new Map<string, string>();
  const prefixes = new Map<string, string>();
  let [depth, nodes] = [0, 0];
  const count = () => {
    nodes += 1;
    if (nodes > NODES_MAX) throw new TooManyNodes();
  };
  const nameOf = (name: string) => {
    const known = names.get(name);
    if (known !== undefined) return known;
    const colon = name.indexOf(':');
    const prefix = prefixes.get(name.slice(0, Math.max(0, colon)));
    const local = name.slice(colon + 1);
    const usual = prefix === undefined || prefix === '' ? name : `${prefix}:${local}`;
    names.set(name, usual);
    return usual;
  };
  const parser = new SaxesParser();
  let faults = 0;
  parser.on('error', () => {
    faults += 1;
    if (faults > FAULTS_MAX) throw new TooManyFaults();
  });
  const addText = (text: string) => {
    count();
    open.at(-1)?.children.push(text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name, attributes }) => {
    count();
    for (const key of Object.keys(attributes)) {
      if (!key.startsWith('xmlns')) continue;
      const prefix = prefixOf(attributes[key] ?? '');
      if (prefixes.get(key.slice(6)) !== prefix) names.clear();
      prefixes.set(key.slice(6), prefix);
    }
    const node: XmlNode = {
      name: nameOf(name),
      attributes: named(attributes, nameOf),
      children: [],
    };
    open.at(-1)?.children.push(node);
    depth += 1;
    if (depth <= DEPTH_MAX) open.push(node);
  });
  parser.on('closetag', () => {
    if (depth <= DEPTH_MAX && open.length > 1) open.pop();
    depth -= 1;
  });
  try {
    parser.write(xml.replace(/^\ufeff/, '')).close();
  } catch (error) {
    if (!(error instanceof TooManyFaults)) throw error;
  }
  return root;
}

function prefixOf(uri: string): string {
  const parts = uri.split(/[:/]/).filter((part) => part !== '' && !/^[\d.]+$/.test(part));
  const last = parts.at(-1) ?? '';
  return PREFIXES[last] ?? last;
}

function named(
  attributes: Record<string, string>,
  nameOf: (name: string) => string,
): Record<string, string> {
  const renamed: Record<string, string> = {};
  for (const key of Object.keys(attributes)) {
    renamed[key.includes(':') ? nameOf(key) : key] = attributes[key] ?? '';
  }
  return renamed;
}

export const isNode = (child: XmlNode | string): child is XmlNode => typeof child !== 'string';

/** Returns the children of a node, of some names where there are any. */
export function childrenOf(node: XmlNode | undefined, ...names: string[]): XmlNode[] {
  const children = (node?.children ?? []).filter(isNode);
  return names.length === 0 ? children : children.filter(({ name }) => names.includes(name));
}

/** Returns the first node that is reached by names of children. */
export function childOf(node: XmlNode | undefined, ...path: string[]): XmlNode | undefined {
  return path.reduce<XmlNode | undefined>((found, name) => childrenOf(found, name)[0], node);
}

/** Returns all nodes of a name below a node. */
export function allBelow(node: XmlNode, name: string, found: XmlNode[] = []): XmlNode[] {
  for (const child of node.children) {
    if (!isNode(child)) continue;
    if (child.name === name) found.push(child);
    allBelow(child, name, found);
  }
  return found;
}

/** Returns the text below a node. */
export function textBelow(node: XmlNode | undefined): string {
  return (node?.children ?? []).map((child) => (isNode(child) ? textBelow(child) : child)).join('');
}
