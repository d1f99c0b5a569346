import { ExcessiveXml, readXml, type Attributes, type XmlDialect } from './xml-reader.ts';

export interface XmlElement {
  name: string;
  attributes: Attributes;
  children: (XmlElement | string)[];
}

/** How trees of a kind of files are made. */
export interface TreeDialect extends XmlDialect {
  /** Whether a text is kept; absent where all are. */
  keepsText?: (text: string, element: XmlElement) => boolean;
  /** What an element is replaced by. */
  shown?: (element: XmlElement) => readonly (XmlElement | string)[] | undefined;
}

/** Elements and texts of a tree, so that it fits into the memory of a worker. */
const NODES_MAX = 8_000_000;

/** Elements that are deeper are attached here, so that readers can recurse. */
const DEPTH_MAX = 300;

/** Returns the first outermost element. */
export function parseXml(
  source: Uint8Array | string,
  dialect: TreeDialect,
): XmlElement | undefined {
  let root: XmlElement | undefined;
  readElements(source, undefined, dialect, (element) => {
    root ??= element;
  });
  return root;
}

/**
 * Calls back with each child of the elements called `parent`, or with the outermost ones, so that no tree of
 * the whole part is kept.
 */
export function readElements(
  source: Uint8Array | string,
  parent: string | undefined,
  dialect: TreeDialect,
  onElement: (element: XmlElement) => void,
): void {
  const { keepsText = () => true, shown = () => undefined } = dialect;
  const stack: XmlElement[] = [];
  let inParent = parent === undefined;
  let nodes = 0;
  const count = () => {
    nodes += 1;
    if (nodes > NODES_MAX) throw new ExcessiveXml('nodes');
  };
  const close = () => {
    const element = stack.pop();
    if (element === undefined) {
      inParent = parent === undefined;
      return;
    }
    const above = stack[Math.min(stack.length, DEPTH_MAX) - 1];
    for (const child of shown(element) ?? [element]) {
      if (above !== undefined) above.children.push(child);
      else if (typeof child !== 'string') onElement(child);
    }
    // Nothing is kept of what was called back with.
    if (above === undefined && parent !== undefined) nodes = 0;
  };
  readXml(
    source,
    {
      open(name, attributes) {
        count();
        if (!inParent) inParent = name === parent;
        else stack.push({ name, attributes, children: [] });
      },
      text(text) {
        const element = stack[Math.min(stack.length, DEPTH_MAX) - 1];
        if (element === undefined || !keepsText(text, element)) return;
        count();
        element.children.push(text);
      },
      close,
    },
    dialect,
  );
  // What a damaged file does not end.
  while (stack.length > 0) close();
}

export function elementsOf(element: XmlElement | undefined): XmlElement[] {
  return (element?.children ?? []).filter((child) => typeof child !== 'string');
}

export function childrenOf(
  element: XmlElement | undefined,
  ...names: readonly string[]
): XmlElement[] {
  return elementsOf(element).filter((child) => names.includes(child.name));
}

/** Returns the element at the end of a path of names. */
export function childOf(
  element: XmlElement | undefined,
  ...names: readonly string[]
): XmlElement | undefined {
  let found = element;
  for (const name of names) {
    found = found?.children.find(
      (child): child is XmlElement => typeof child !== 'string' && child.name === name,
    );
  }
  return found;
}

/** Returns every element of a name below an element, without those inside of another of them. */
export function descendantsOf(
  element: XmlElement | undefined,
  ...names: readonly string[]
): XmlElement[] {
  return elementsOf(element).flatMap((child) =>
    names.includes(child.name) ? [child] : descendantsOf(child, ...names),
  );
}

/** Returns every element of a name below an element. */
export function allBelow(
  element: XmlElement,
  name: string,
  found: XmlElement[] = [],
): XmlElement[] {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (child.name === name) found.push(child);
    allBelow(child, name, found);
  }
  return found;
}

export function textOf(element: XmlElement | undefined): string {
  let text = '';
  for (const child of element?.children ?? []) {
    text += typeof child === 'string' ? child : textOf(child);
  }
  return text;
}

/** The value of `val` of a child, as most properties are written. */
export function valueOf(element: XmlElement | undefined, ...names: string[]): string | undefined {
  return childOf(element, ...names)?.attributes['val'];
}

/** Whether a property that is on by being there is on: `<w:vanish/>`, `<w:vanish w:val="0"/>`. */
export function isOn(element: XmlElement | undefined, name: string): boolean | undefined {
  const property = childOf(element, name);
  if (property === undefined) return undefined;
  return !['0', 'false', 'off', 'none'].includes(property.attributes['val'] ?? '1');
}
