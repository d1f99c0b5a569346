import { attributeOf, isElement, isText, type HtmlElement } from '../html/parse-html.ts';
import { escapeHtml, escapeText } from '../html/escape-html.ts';

/** Elements that are kept as they are. The tags of others are left out, their content stays. */
const KEPT = new Set(
  (
    'h1 h2 h3 h4 h5 h6 p blockquote pre ul ol li dl dt dd table caption thead tbody tfoot tr th td ' +
    'figure figcaption br hr sub sup code kbd samp del ins mark q cite abbr time details summary address'
  ).split(' '),
);
/** Of others, those that begin a line. */
const LINES = new Set(
  'div section article main header aside center form fieldset legend body'.split(' '),
);
const VOID = new Set(['br', 'hr']);
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  time: ['datetime'],
  abbr: ['title'],
};
const LANGUAGES = ['lang', 'dir'];
const VALUE_MAX = 200;

/** Returns the HTML of an element's content: structure, text and links, nothing that is run, styled or loaded. */
export function markupOf(
  element: HtmlElement,
  address: (href: string) => string | undefined,
): string {
  const pieces: string[] = [];
  write(element, { address, pieces, verbatim: false });
  return pieces
    .join('')
    .replace(/(?:<div>\s*<\/div>\s*)+/g, '')
    .trim();
}

interface Writing {
  address: (href: string) => string | undefined;
  pieces: string[];
  verbatim: boolean;
}

function write(element: HtmlElement, writing: Writing): void {
  const { pieces } = writing;
  for (const child of element.childNodes) {
    if (isText(child))
      pieces.push(escapeText(writing.verbatim ? child.value : child.value.replace(/\s+/g, ' ')));
    else if (isElement(child)) writeElement(child, writing);
  }
}

function writeElement(element: HtmlElement, writing: Writing): void {
  const { pieces } = writing;
  const { tagName } = element;
  if (tagName === 'img') {
    const text = attributeOf(element, 'alt')?.trim() ?? '';
    if (text !== '') pieces.push(` <img alt="${escapeHtml(text.slice(0, 1000))}"> `);
    return;
  }
  if (tagName === 'math') {
    pieces.push(mathOf(element));
    return;
  }
  const name = KEPT.has(tagName) ? tagName : LINES.has(tagName) ? 'div' : undefined;
  const href = attributeOf(element, 'href');
  const target = name === undefined && href !== undefined ? writing.address(href) : undefined;
  if (target !== undefined) pieces.push(`<a href="${escapeHtml(target)}">`);
  if (name !== undefined) pieces.push(`<${name}${attributesOf(element)}>`);
  if (!VOID.has(tagName))
    write(element, { ...writing, verbatim: writing.verbatim || tagName === 'pre' });
  if (name !== undefined && !VOID.has(tagName)) pieces.push(`</${name}>`);
  if (
    name !== undefined &&
    !writing.verbatim &&
    tagName !== 'sub' &&
    tagName !== 'sup' &&
    name !== 'code'
  )
    pieces.push('\n');
  if (target !== undefined) pieces.push('</a>');
}

function attributesOf(element: HtmlElement): string {
  const names = new Set([...LANGUAGES, ...(ATTRIBUTES[element.tagName] ?? [])]);
  return element.attrs
    .filter(({ name, value }) => names.has(name) && value.length <= VALUE_MAX)
    .map(({ name, value }) => ` ${name}="${escapeHtml(value)}"`)
    .join('');
}

/** A formula as it is, for the reader of formulas: without attributes. */
function mathOf(element: HtmlElement): string {
  const inner = element.childNodes.map((child) =>
    isText(child) ? escapeText(child.value) : isElement(child) ? mathOf(child) : '',
  );
  const encoding = attributeOf(element, 'encoding');
  const shown = encoding === undefined ? '' : ` encoding="${escapeHtml(encoding)}"`;
  return `<${element.tagName}${shown}>${inner.join('')}</${element.tagName}>`;
}
