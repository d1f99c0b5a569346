import { readXml, type Attributes } from './xml-reader.ts';

export interface XmlElement {
  name: string;
  attributes: Attributes;
  children: (XmlElement | string)[];
}

/** Elements that are deeper are attached here, so that readers can recurse. */
const DEPTH_MAX = 300;

/** Returns the root of a part; of `mc:AlternateContent`, one branch. */
export function parseXml(bytes: Uint8Array): XmlElement | undefined {
  let root: XmlElement | undefined;
  readElements(bytes, undefined, (element) => {
    root ??= element;
  });
  return root;
}

/**
 * Calls back with each child of the elements called `parent`, or with the root, so that no tree of the whole
 * part is kept.
 */
export function readElements(
  bytes: Uint8Array,
  parent: string | undefined,
  onElement: (element: XmlElement) => void,
): void {
  const stack: XmlElement[] = [];
  let inParent = parent === undefined;
  readXml(bytes, {
    open(name, attributes) {
      if (!inParent) inParent = name === parent;
      else stack.push({ name, attributes, children: [] });
    },
    text(text) {
      const element = stack.at(-1);
      if (element !== undefined && (element.name.endsWith(':t') || text.trim() !== '')) {
        element.children.push(text);
      }
    },
    close() {
      const element = stack.pop();
      if (element === undefined) {
        inParent = parent === undefined;
        return;
      }
      const shown = element.name === 'mc:AlternateContent' ? chosenBranch(element) : [element];
      const above = stack[Math.min(stack.length, DEPTH_MAX) - 1];
      if (above !== undefined) for (const child of shown) above.children.push(child);
      else for (const child of shown) if (typeof child !== 'string') onElement(child);
    },
  });
}

/** The first branch is what current programs show; an empty one has nothing to show. */
function chosenBranch(element: XmlElement): (XmlElement | string)[] {
  const branches = [...childrenOf(element, 'mc:Choice'), ...childrenOf(element, 'mc:Fallback')];
  return branches.find(({ children }) => children.length > 0)?.children ?? [];
}

export function elementsOf(element: XmlElement | undefined): XmlElement[] {
  return (element?.children ?? []).filter((child) => typeof child !== 'string');
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return elementsOf(element).filter((child) => child.name === name);
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
