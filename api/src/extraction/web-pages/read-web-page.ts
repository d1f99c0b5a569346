import {
  attributeOf,
  descendants,
  isElement,
  isText,
  parseHtml,
  type HtmlElement,
} from '../html/parse-html.ts';
import { decodePage } from './decode-page.ts';
import { mainElement } from './main-text.ts';
import { markupOf } from './markup.ts';
import { prune } from './prune.ts';
import { directivesOf } from './directives.ts';
import type { WebPage, WebPageInput } from './web-page.ts';

/** Links of one page that are followed at most. */
const LINKS_MAX = 3000;
const HREF_MAX = 2000;
/** A page with less text keeps what class names say of its parts. */
const TEXT_MIN = 200;
const FEEDS_MAX = 20;
const FEED_TYPES = /^application\/(?:rss|atom|rdf)\+xml$/i;
/** What a page begins with whose type is not told. */
const BEGINNING = /<(?:!doctype|html|head|body|title)\b/i;

/**
 * Reads a page: what it says of itself, its links, and its text without what stands around it. Returns undefined for
 * bytes that are no page.
 */
export function readWebPage({
  bytes,
  charset,
  isNamedPage,
  url,
}: WebPageInput): WebPage | undefined {
  const html = decodePage(bytes, charset);
  if (html === undefined || !(isNamedPage || BEGINNING.test(html))) return undefined;
  return readHtml(html, new URL(url));
}

function readHtml(html: string, url: URL): WebPage {
  const page = parseHtml(html);
  const root = page.childNodes.find(isElement);
  const [head] = root === undefined ? [] : childrenNamed(root, 'head');
  const [body] = root === undefined ? [] : childrenNamed(root, 'body');
  const metas = head === undefined ? [] : descendants(head, ['meta']);
  const meta = (name: string) =>
    oneLine(
      attributeOf(
        metas.find(
          (element) =>
            (attributeOf(element, 'name') ?? attributeOf(element, 'property'))?.toLowerCase() ===
            name,
        ) ?? empty,
        'content',
      ),
    );
  const base = baseOf(head, url);
  const resolve = (href: string) => resolved(href, base);
  const title = titleOf(head) ?? meta('og:title') ?? headingOf(body) ?? '';
  const links = linksOf(root, metas, resolve);
  const markup = body === undefined ? '' : textOf(body, html, resolve);
  return {
    title,
    language: oneLine(root && (attributeOf(root, 'lang') ?? attributeOf(root, 'xml:lang'))),
    author: meta('author'),
    description: meta('description') ?? meta('og:description'),
    publishedAt: meta('article:published_time'),
    canonical: canonicalOf(head, resolve),
    directives: directivesOf(
      metas
        .filter((element) =>
          ['robots', 'carrel'].includes(attributeOf(element, 'name')?.toLowerCase() ?? ''),
        )
        .map((element) => attributeOf(element, 'content') ?? ''),
    ),
    feeds: feedsOf(head, resolve),
    links,
    markup,
    textLength: lengthOf(markup),
  };
}

/** The pruned page is one of its own, as pruning changes it. */
function textOf(body: HtmlElement, html: string, resolve: (href: string) => string | undefined) {
  prune(body, { byNames: true });
  const markup = markupOf(mainElement(body), resolve);
  if (lengthOf(markup) >= TEXT_MIN) return markup;
  const root = parseHtml(html).childNodes.find(isElement);
  const [whole] = root === undefined ? [] : childrenNamed(root, 'body');
  if (whole === undefined) return markup;
  prune(whole, { byNames: false });
  const [main] = descendants(whole, ['main'], [], 1);
  const fuller = markupOf(main ?? whole, resolve);
  return lengthOf(fuller) > lengthOf(markup) ? fuller : markup;
}

const lengthOf = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim().length;

const empty = { attrs: [] as HtmlElement['attrs'] } as HtmlElement;

const childrenNamed = (element: HtmlElement, name: string) =>
  element.childNodes.filter(isElement).filter(({ tagName }) => tagName === name);

function oneLine(text: string | undefined): string | undefined {
  const line = text?.slice(0, HREF_MAX).replace(/\s+/g, ' ').trim() ?? '';
  return line === '' ? undefined : line;
}

const contentOf = (element: HtmlElement): string =>
  element.childNodes
    .map((child) => (isText(child) ? child.value : isElement(child) ? contentOf(child) : ''))
    .join('');

const titleOf = (head: HtmlElement | undefined) => {
  const [title] = head === undefined ? [] : descendants(head, ['title'], [], 1);
  return title === undefined ? undefined : oneLine(contentOf(title));
};

const headingOf = (body: HtmlElement | undefined) => {
  const [heading] = body === undefined ? [] : descendants(body, ['h1'], [], 1);
  return heading === undefined ? undefined : oneLine(contentOf(heading));
};

function baseOf(head: HtmlElement | undefined, url: URL): URL {
  const [base] = head === undefined ? [] : descendants(head, ['base'], [], 1);
  const href = base === undefined ? undefined : attributeOf(base, 'href');
  return href !== undefined && URL.canParse(href, url.href) ? new URL(href, url) : url;
}

function resolved(href: string, base: URL): string | undefined {
  const trimmed = href.trim();
  if (trimmed === '' || trimmed.length > HREF_MAX || trimmed.startsWith('#')) return undefined;
  if (!URL.canParse(trimmed, base.href)) return undefined;
  const url = new URL(trimmed, base);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
}

const relOf = (element: HtmlElement) =>
  (attributeOf(element, 'rel') ?? '').toLowerCase().split(/\s+/);

function canonicalOf(
  head: HtmlElement | undefined,
  resolve: (href: string) => string | undefined,
): string | undefined {
  const links = head === undefined ? [] : descendants(head, ['link']);
  const link = links.find((element) => relOf(element).includes('canonical'));
  return link === undefined ? undefined : resolve(attributeOf(link, 'href') ?? '');
}

function feedsOf(
  head: HtmlElement | undefined,
  resolve: (href: string) => string | undefined,
): string[] {
  const links = head === undefined ? [] : descendants(head, ['link']);
  return links
    .filter(
      (link) =>
        relOf(link).includes('alternate') && FEED_TYPES.test(attributeOf(link, 'type') ?? ''),
    )
    .slice(0, FEEDS_MAX)
    .flatMap((link) => resolve(attributeOf(link, 'href') ?? '') ?? []);
}

/** Frames count as links, and so does a page that leads on by itself. */
function linksOf(
  root: HtmlElement | undefined,
  metas: readonly HtmlElement[],
  resolve: (href: string) => string | undefined,
): string[] {
  const links = new Set<string>();
  const add = (href: string | undefined) => {
    const link = href === undefined || links.size >= LINKS_MAX ? undefined : resolve(href);
    if (link !== undefined) links.add(link);
  };
  const look = (element: HtmlElement): void => {
    const { tagName } = element;
    if (tagName === 'frame' || tagName === 'iframe') add(attributeOf(element, 'src'));
    else if (tagName !== 'link' && tagName !== 'base' && !relOf(element).includes('nofollow'))
      add(attributeOf(element, 'href'));
    for (const child of element.childNodes) if (isElement(child)) look(child);
  };
  if (root !== undefined) look(root);
  for (const element of metas) {
    if (attributeOf(element, 'http-equiv')?.toLowerCase() !== 'refresh') continue;
    add(/url\s*=\s*["']?([^"']+)/i.exec(attributeOf(element, 'content') ?? '')?.[1]);
  }
  return [...links];
}
