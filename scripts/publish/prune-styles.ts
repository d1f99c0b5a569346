import { compile, serialize, stringify } from 'stylis';
import type { Element } from 'stylis';

/** Elements and classes that a page has outside of its prerendered content, or before its first paint. */
const ALWAYS_THERE = ['html', 'head', 'body', 'noscript', '.light', '.dark', '#root'];

const VARIABLE = /--[\w-]+(?:\\.[\w-]+)*/g;
const GLOBAL_STYLE = /<style data-emotion="[\w-]+-global [^"]*">([^<]*)<\/style>/g;

/** Returns the names, classes and ids of a page's elements, as selectors. */
function simpleSelectorsOf(html: string): Set<string> {
  const found = new Set(ALWAYS_THERE);
  for (const [, tag = ''] of html.matchAll(/<([a-z][\w-]*)/gi)) found.add(tag.toLowerCase());
  for (const [, names = ''] of html.matchAll(/\sclass="([^"]*)"/g)) {
    for (const name of names.split(/\s+/)) found.add(`.${name}`);
  }
  for (const [, id = ''] of html.matchAll(/\sid="([^"]*)"/g)) found.add(`#${id}`);
  return found;
}

/**
 * Returns whether a selector may match: all its elements, classes and ids are in the page. Attributes,
 * pseudo-classes and pseudo-elements are states and parts of elements, which may change at any time.
 */
function mayMatch(selector: string, page: ReadonlySet<string>): boolean {
  let plain = selector.replaceAll(/\[[^\]]*\]/g, '');
  for (let before = ''; before !== plain;) {
    before = plain;
    plain = plain.replaceAll(/:{1,2}[\w-]+(?:\([^()]*\))?/g, '');
  }
  const parts = plain.match(/[.#]?[\w-]+/g) ?? [];
  return parts.every((part) => page.has(/^[.#]/.test(part) ? part : part.toLowerCase()));
}

const variablesIn = (text: string): string[] => text.match(VARIABLE) ?? [];

const propertyOf = ({ props }: Element): string => [props].flat()[0] ?? '';

const isVariable = (element: Element): boolean =>
  element.type === 'decl' && propertyOf(element).startsWith('--');

const childrenOf = ({ children }: Element): Element[] => (Array.isArray(children) ? children : []);

/** Returns all declarations of parsed CSS. */
const declarationsOf = (elements: readonly Element[]): Element[] =>
  elements.flatMap((element) =>
    element.type === 'decl' ? [element] : declarationsOf(childrenOf(element)),
  );

/** Returns the elements for which `keep` is true, without blocks that are empty then. */
function filterElements(
  elements: readonly Element[],
  keep: (element: Element) => boolean,
): Element[] {
  return elements.flatMap((element) => {
    if (!keep(element)) return [];
    if (!Array.isArray(element.children)) return [element];
    const children = filterElements(element.children, keep);
    return children.length === 0 ? [] : [{ ...element, children }];
  });
}

/** Removes selectors that match nothing on the page. Frames of an animation have none that could. */
function withoutUnmatched(elements: readonly Element[], page: ReadonlySet<string>): Element[] {
  return elements.flatMap((element) => {
    if (element.type === 'rule') {
      const props = [element.props].flat().filter((selector) => mayMatch(selector, page));
      return props.length === 0 ? [] : [{ ...element, props }];
    }
    if (!/^@(?:media|supports|layer|container)/.test(element.type)) return [element];
    const children = withoutUnmatched(childrenOf(element), page);
    return children.length === 0 ? [] : [{ ...element, children }];
  });
}

/** Returns the variables that are referenced, also by variables that are themselves referenced. */
function usedVariables(elements: readonly Element[], other: string): Set<string> {
  const declarations = declarationsOf(elements);
  const plain = declarations.filter((element) => !isVariable(element));
  const found = variablesIn(other + plain.map(({ value }) => value).join(';'));
  const used = new Set<string>();
  for (let name = found.pop(); name !== undefined; name = found.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    for (const element of declarations) {
      if (propertyOf(element) === name) found.push(...variablesIn(element.value));
    }
  }
  return used;
}

/**
 * Removes from a prerendered screen's global styles the rules whose selectors match nothing in its
 * content, and the variables and animations that nothing refers to. Styles of classes stay as they are:
 * they are of this content. Emotion does not adopt a pruned element, which has lost its name, and inserts
 * the whole styles before those of the classes when it hydrates the page. An element of which nothing is
 * removed keeps its name.
 */
export function pruneStyles({ html, style }: { html: string; style: string }): string {
  const page = simpleSelectorsOf(html);
  const classes = html + style.replaceAll(GLOBAL_STYLE, '');
  const elements = [...style.matchAll(GLOBAL_STYLE)].map(([element, css = '']) => ({
    element,
    whole: compile(css),
    matched: withoutUnmatched(compile(css), page),
  }));
  const matched = elements.flatMap((one) => one.matched);
  const variables = usedVariables(matched, classes);
  const animations = [classes, ...declarationsOf(matched).map(({ value }) => value)]
    .flatMap((text) => text.match(/animation(?:-name)?:[^;}]*/g) ?? [])
    .join(' ');
  const isUsed = (element: Element) => {
    if (isVariable(element)) return variables.has(propertyOf(element));
    const [, name] = /^@(?:-\w+-)?keyframes (\S+)/.exec(element.value) ?? [];
    return name === undefined || animations.includes(name);
  };
  return elements.reduce((text, { element, whole, matched: ofElement }) => {
    const css = serialize(filterElements(ofElement, isUsed), stringify);
    if (css === serialize(whole, stringify)) return text;
    return text.replace(element, () => (css === '' ? '' : `<style>${css}</style>`));
  }, style);
}
