import { escapeHtml } from '../../../../extraction/html/escape-html.ts';
import { htmlOf, isLink, richTextOf } from './rich-text.ts';

export interface Block {
  id: string;
  type: string;
  has_children: boolean;
  /** What is of its type. */
  value: Readonly<Record<string, unknown>>;
}

/** What a list of blocks is put in, of those that are items of one. */
const LISTS: Readonly<Record<string, 'ul' | 'ol' | 'table'>> = {
  bulleted_list_item: 'ul',
  to_do: 'ul',
  numbered_list_item: 'ol',
  table_row: 'table',
};

const TAGS: Readonly<Record<string, string>> = {
  paragraph: 'p',
  heading_1: 'h2',
  heading_2: 'h3',
  heading_3: 'h4',
  heading_4: 'h5',
  quote: 'blockquote',
  callout: 'blockquote',
  toggle: 'p',
  template: 'p',
  bulleted_list_item: 'li',
  numbered_list_item: 'li',
  to_do: 'li',
};

/** Files have signed addresses that end: their names are kept. */
const FILES = new Set(['image', 'file', 'pdf', 'video', 'audio']);
const LINKS = new Set(['bookmark', 'embed', 'link_preview']);
const PAGES = new Set(['child_page', 'child_database']);

/** What begins or ends where a list begins or ends between two blocks. */
export function listBorder(before: string | undefined, after: string | undefined): string {
  const ended = before === undefined ? undefined : LISTS[before];
  const begun = after === undefined ? undefined : LISTS[after];
  if (ended === begun) return '';
  return `${ended === undefined ? '' : `</${ended}>\n`}${begun === undefined ? '' : `<${begun}>\n`}`;
}

/** A block as HTML, with what is below it in `children`. */
export function blockHtml({ type, value }: Block, children: string): string {
  const text = htmlOf(richTextOf(value['rich_text']));
  const caption = htmlOf(richTextOf(value['caption']));
  if (type === 'code')
    return `<pre><code>${text.replaceAll('<br>', '\n')}</code></pre>\n${captionHtml(caption)}`;
  if (type === 'divider') return '<hr>\n';
  if (type === 'equation') return paragraph(escapeHtml(textOf(value['expression'])));
  if (type === 'table_row') return `<tr>${cellsOf(value).join('')}</tr>\n`;
  if (PAGES.has(type)) return paragraph(escapeHtml(textOf(value['title'])));
  if (FILES.has(type)) return fileHtml(value, caption);
  if (LINKS.has(type)) return linkHtml(value['url'], caption);
  const tag = TAGS[type];
  if (tag === undefined) return children;
  const mark = type === 'to_do' ? (value['checked'] === true ? '☑ ' : '☐ ') : '';
  // What is below a heading or a paragraph cannot be inside of it.
  return tag === 'li' || tag === 'blockquote'
    ? `<${tag}>${mark}${text}${children}</${tag}>\n`
    : `<${tag}>${text}</${tag}>\n${children}`;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const paragraph = (html: string): string => (html === '' ? '' : `<p>${html}</p>\n`);

const captionHtml = paragraph;

function cellsOf(value: Block['value']): string[] {
  const { cells } = value;
  return Array.isArray(cells) ? cells.map((cell) => `<td>${htmlOf(richTextOf(cell))}</td>`) : [];
}

function fileHtml(value: Block['value'], caption: string): string {
  const name = escapeHtml(textOf(value['name']));
  const external = value['external'];
  const url =
    typeof external === 'object' && external !== null && 'url' in external
      ? external.url
      : undefined;
  return isLink(url)
    ? linkHtml(url, caption === '' ? name : caption)
    : paragraph([name, caption].filter(Boolean).join(': '));
}

const linkHtml = (url: unknown, text: string): string =>
  isLink(url)
    ? paragraph(`<a href="${escapeHtml(url)}">${text === '' ? escapeHtml(url) : text}</a>`)
    : paragraph(text);
