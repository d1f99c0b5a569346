import type { Block } from '../blocks/block.ts';
import { BlockWriter, oneLine } from '../blocks/block-writer.ts';
import { Omissions } from '../blocks/omissions.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { HtmlWalker } from './html-walker.ts';
import { attributeOf, descendants, isElement, isText, parseHtml } from './parse-html.ts';

type Page = ReturnType<typeof parseHtml>;

/** Reads a page: its title, unless a heading says the same, its text, and what it says about itself. */
export function readHtmlPage(html: string): Partitioned {
  const page = parseHtml(html);
  const { blocks, omitted } = readPage(page);
  const title = titleOf(page);
  const isShown = blocks.some(({ kind, text }) => kind === 'heading' && text.includes(title));
  return {
    blocks:
      title === '' || isShown ? blocks : [{ kind: 'heading', level: 1, text: title }, ...blocks],
    properties: propertiesOf(page, title),
    omitted: omitted.list(),
  };
}

/** Reads the text of a page, or of a piece of one. Counts what it leaves out. */
export function readHtml(html: string, counted = new Omissions()): Block[] {
  const { blocks, omitted } = readPage(parseHtml(html));
  counted.addAll(omitted.list());
  return blocks;
}

function readPage(page: Page): BlockWriter {
  const shown = walk(page, false);
  // A page that shows itself by a script hides all of its text until then.
  return shown.blocks.length === 0 ? walk(page, true) : shown;
}

function walk(page: Page, readsHidden: boolean): BlockWriter {
  const writer = new BlockWriter();
  new HtmlWalker(writer, { readsHidden }).children(page);
  writer.flush();
  return writer;
}

function titleOf(page: Page): string {
  const [title] = headOf(page, 'title');
  const text = title?.childNodes.map((child) => (isText(child) ? child.value : '')).join('') ?? '';
  return oneLine(text);
}

function propertiesOf(page: Page, title: string): [string, unknown][] {
  const html = page.childNodes.find(isElement);
  const metas = new Map(
    headOf(page, 'meta').map((meta) => [
      attributeOf(meta, 'name')?.toLowerCase(),
      attributeOf(meta, 'content'),
    ]),
  );
  return [
    ['title', title],
    ['author', metas.get('author')],
    ['description', metas.get('description')],
    ['keywords', metas.get('keywords')],
    ['language', html && (attributeOf(html, 'lang') ?? attributeOf(html, 'xml:lang'))],
  ];
}

function headOf(page: Page, name: string) {
  const html = page.childNodes.filter(isElement);
  const heads = html.flatMap(({ childNodes }) => childNodes.filter(isElement));
  return heads
    .filter(({ tagName }) => tagName === 'head')
    .flatMap((head) => descendants(head, [name]));
}
