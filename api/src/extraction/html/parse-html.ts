import { defaultTreeAdapter, html as names, Parser, type DefaultTreeAdapterTypes } from 'parse5';
import type { Token } from 'parse5';

type Parent = DefaultTreeAdapterTypes.ParentNode & { depth?: number; flat?: Parent };
type Child = DefaultTreeAdapterTypes.ChildNode;
export type HtmlElement = DefaultTreeAdapterTypes.Element;

/** As in browsers. What is nested deeper becomes siblings, so that readers can recurse. */
const DEPTH_MAX = 512;

const adapter: typeof defaultTreeAdapter = {
  ...defaultTreeAdapter,
  appendChild: (parent, child) => {
    defaultTreeAdapter.appendChild(containerOf(parent, child), child);
  },
  insertText: (parent, text) => {
    defaultTreeAdapter.insertText(containerOf(parent), text);
  },
};

/** Returns where a child of an element is put: among the element's siblings, where that is deep enough. */
function containerOf(parent: Parent, child?: Child): Parent {
  const depth = (parent.depth ?? 0) + 1;
  const container = parent.flat ?? parent;
  if (child !== undefined && 'childNodes' in child) {
    const element: Parent = child;
    element.depth = depth;
    if (depth >= DEPTH_MAX) element.flat = container;
  }
  return container;
}

/** Names of elements that have no content in HTML, whose end must not be written. */
const VOID = new Set(
  'area base br col embed frame hr img input link meta param source track wbr'.split(' '),
);

const FORMATTING = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));

/**
 * Reads formatting as `span`, which says the same about the text. Formatting that is not closed is opened
 * again in each paragraph that follows, which takes quadratic time and space.
 */
class PlainParser extends Parser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
  override onStartTag(token: Token.TagToken): void {
    super.onStartTag(plain(token));
  }

  override onEndTag(token: Token.TagToken): void {
    super.onEndTag(plain(token));
  }
}

function plain(token: Token.TagToken): Token.TagToken {
  if (!FORMATTING.has(token.tagName)) return token;
  return Object.assign(token, { tagName: 'span', tagID: names.TAG_ID.SPAN });
}

/** Parses HTML as browsers do. */
export function parseHtml(html: string): DefaultTreeAdapterTypes.Document {
  return PlainParser.parse(isXml(html) ? xmlAsHtml(html) : html, { treeAdapter: adapter });
}

const isXml = (html: string) =>
  /^\s*<\?xml|xmlns=["']http:\/\/www\.w3\.org\/1999\/xhtml/.test(html.slice(0, 2000));

/** An empty element of XHTML, such as `<title/>`, would contain the rest of the page in HTML. */
function xmlAsHtml(html: string): string {
  return withoutCdata(html).replace(
    /<([a-z][\w:-]*)((?:\s[^<>]*)?)\/>/gi,
    (tag, name: string, attributes: string) =>
      VOID.has(name.toLowerCase()) ? tag : `<${name}${attributes}></${name}>`,
  );
}

function withoutCdata(html: string): string {
  const [head = '', ...sections] = html.split('<![CDATA[');
  return (
    head +
    sections
      .map((section) => {
        const end = section.indexOf(']]>');
        if (end < 0) return section;
        const text = section.slice(0, end).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        return text + section.slice(end + 3);
      })
      .join('')
  );
}

export const isElement = (node: Child): node is HtmlElement => 'tagName' in node;
export const isText = (node: Child): node is DefaultTreeAdapterTypes.TextNode =>
  node.nodeName === '#text';

export function attributeOf(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

/** Returns the elements of some names below an element, outermost first; `most` of them. */
export function descendants(
  element: DefaultTreeAdapterTypes.ParentNode,
  names: readonly string[],
  found: HtmlElement[] = [],
  most = Infinity,
): HtmlElement[] {
  for (const child of element.childNodes) {
    if (found.length >= most) break;
    if (!isElement(child)) continue;
    if (names.includes(child.tagName)) found.push(child);
    descendants(child, names, found, most);
  }
  return found;
}
