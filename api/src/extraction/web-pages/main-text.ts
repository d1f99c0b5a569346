import {
  attributeOf,
  descendants,
  isElement,
  isText,
  type HtmlElement,
} from '../html/parse-html.ts';

/** Where generators of documentation, wikis and blogs put the text of a page. */
const CONTENT =
  /(?:^|\s)(?:markdown-body|rst-content|mw-parser-output|theme-doc-markdown|md-content|entry-content|post-content|article-body|article-content|main-content|page-content|vp-doc|devsite-article-body|bodywrapper|contents?|main)(?:$|\s)/i;
/** A container is entered while it holds this share of the text outside of links. */
const SHARE = 0.7;
/** Of lists of links: characters of links to all. */
const LINKS_SHARE = 0.8;
const LINKS_MIN = 4;
/** Share of the text that may be taken for lists of links. */
const LINKS_REMOVED_MAX = 0.5;
/** Below it, a container that is named as the text is not believed. */
const NAMED_SHARE = 0.4;

/** What may come with the heading of a page, where it stands outside of its text. */
const HEADING_SHARE = 0.2;

/** Characters of text, those of links among them, and how many links. */
interface Weight {
  all: number;
  linked: number;
  links: number;
}

/** Returns the element of a pruned page that holds its text. */
export function mainElement(body: HtmlElement): HtmlElement {
  const weights = new Map<HtmlElement, Weight>();
  const total = plain(weigh(body, weights, false));
  const share = (element: HtmlElement) => plain(weights.get(element)) / Math.max(1, total);
  const named = namedMain(body).filter((element) => share(element) >= NAMED_SHARE);
  let main = named.sort((a, b) => share(b) - share(a))[0] ?? body;
  // Enters what wraps the text alone, such as the column of a layout.
  for (;;) {
    const heaviest = heaviestChild(main, weights);
    if (heaviest === undefined || share(heaviest) < SHARE * share(main)) break;
    if (!isWrapper(heaviest) || hasHeadingBeside(main, heaviest)) break;
    main = heaviest;
  }
  main = withHeading(main, body, (element) => share(element) - share(main) <= HEADING_SHARE);
  removeLinkLists(main, weights);
  return main;
}

const plain = (weight: Weight | undefined) =>
  weight === undefined ? 0 : Math.max(0, weight.all - weight.linked);

function weigh(element: HtmlElement, weights: Map<HtmlElement, Weight>, inLink: boolean): Weight {
  const isLink = attributeOf(element, 'href') !== undefined;
  const weight: Weight = { all: 0, linked: 0, links: isLink ? 1 : 0 };
  for (const child of element.childNodes) {
    if (isText(child)) {
      const length = child.value.replace(/\s+/g, ' ').trim().length;
      weight.all += length;
      if (inLink || isLink) weight.linked += length;
    } else if (isElement(child)) {
      const inner = weigh(child, weights, inLink || isLink);
      weight.all += inner.all;
      weight.linked += inner.linked;
      weight.links += inner.links;
    }
  }
  weights.set(element, weight);
  return weight;
}

/** Elements that say that they hold the text, in the order of the page. */
function namedMain(body: HtmlElement): HtmlElement[] {
  const found: HtmlElement[] = [];
  const look = (element: HtmlElement): void => {
    if (isNamedMain(element)) found.push(element);
    for (const child of element.childNodes) if (isElement(child)) look(child);
  };
  look(body);
  const mains = found.filter(({ tagName }) => tagName === 'main');
  return mains.length === 1 ? mains : found;
}

function isNamedMain(element: HtmlElement): boolean {
  const { tagName } = element;
  if (tagName === 'main' || tagName === 'article') return true;
  if (attributeOf(element, 'role') === 'main' || attributeOf(element, 'itemprop') === 'articleBody')
    return true;
  return (
    (tagName === 'div' || tagName === 'section') &&
    (CONTENT.test(attributeOf(element, 'class') ?? '') ||
      CONTENT.test(attributeOf(element, 'id') ?? ''))
  );
}

function heaviestChild(element: HtmlElement, weights: Map<HtmlElement, Weight>) {
  const children = element.childNodes.filter(isElement);
  return children.sort((a, b) => plain(weights.get(b)) - plain(weights.get(a)))[0];
}

const WRAPPERS = new Set(['div', 'section', 'main', 'article', 'center', 'body', 'form', 'span']);
const isWrapper = ({ tagName }: HtmlElement) => WRAPPERS.has(tagName);

/** Whether the page's heading stands beside its text: both are kept then. */
function hasHeadingBeside(element: HtmlElement, inner: HtmlElement): boolean {
  return element.childNodes.some(
    (child) => isElement(child) && child !== inner && (isHeading(child) || hasHeading(child)),
  );
}

const isHeading = ({ tagName }: HtmlElement) => /^h[1-3]$/.test(tagName);
const hasHeading = (element: HtmlElement): boolean =>
  element.childNodes.some((child) => isElement(child) && (isHeading(child) || hasHeading(child)));

function parentOf({ parentNode }: HtmlElement): HtmlElement | undefined {
  return parentNode !== null && 'tagName' in parentNode ? parentNode : undefined;
}

/** Returns what holds the text and the heading of the page, where that is not much more. */
function withHeading(
  main: HtmlElement,
  body: HtmlElement,
  isAlike: (element: HtmlElement) => boolean,
): HtmlElement {
  if (main === body || descendants(main, ['h1'], [], 1).length > 0) return main;
  for (let outer = parentOf(main); outer !== undefined; outer = parentOf(outer)) {
    if (!isAlike(outer)) return main;
    if (descendants(outer, ['h1'], [], 1).length > 0) return outer;
    if (outer === body) return main;
  }
  return main;
}

/** Removes lists that consist of links, unless these are what the page is about. */
function removeLinkLists(main: HtmlElement, weights: Map<HtmlElement, Weight>): void {
  const all = weights.get(main)?.all ?? 0;
  const lists: [HtmlElement, HtmlElement][] = [];
  let removed = 0;
  const look = (element: HtmlElement): void => {
    for (const child of element.childNodes) {
      if (!isElement(child)) continue;
      const weight = weights.get(child);
      if (weight !== undefined && isLinkList(child, weight)) {
        lists.push([element, child]);
        removed += weight.all;
      } else look(child);
    }
  };
  look(main);
  if (removed > all * LINKS_REMOVED_MAX) return;
  for (const [parent, list] of lists)
    parent.childNodes = parent.childNodes.filter((child) => child !== list);
}

const LISTS = new Set(['ul', 'ol', 'div', 'section', 'aside', 'p']);

const isLinkList = ({ tagName }: HtmlElement, { all, linked, links }: Weight) =>
  LISTS.has(tagName) && links >= LINKS_MIN && all / links < 80 && linked >= all * LINKS_SHARE;
