import type { DefaultTreeAdapterTypes } from 'parse5';

import type { BlockWriter } from '../blocks/block-writer.ts';
import { mathText } from '../blocks/math-text.ts';
import { controlText } from './form-controls.ts';
import { isHidden, isUnshown } from './hidden.ts';
import { writeTable } from './html-table.ts';
import { itemNumbers } from './list-numbers.ts';
import { markupOf } from './markup-of.ts';
import { attributeOf, isElement, isText, parseHtml, type HtmlElement } from './parse-html.ts';

/** Elements that begin on a line of their own. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset ' +
    'figcaption figure footer form frameset header hgroup hr html legend li main menu nav noframes ' +
    'optgroup p section summary table tbody td tfoot th thead tr ul ol'
  ).split(' '),
);

/** Elements of a line that stand apart from what is beside them. */
const SPACED = new Set(['text', 'tspan', 'button', 'textarea', 'object', 'output']);

export interface WalkOptions {
  /** Whether text that is hidden is read as well. */
  readsHidden: boolean;
}

/** Position among lists, and whether spaces are kept. */
interface Place {
  listDepth: number;
  verbatim: boolean;
}

/** Writes the text that a person sees of a tree of HTML. The depth of the tree is limited. */
export class HtmlWalker {
  readonly writer: BlockWriter;
  readonly options: WalkOptions;

  constructor(writer: BlockWriter, options: WalkOptions) {
    this.writer = writer;
    this.options = options;
  }

  children(
    node: DefaultTreeAdapterTypes.ParentNode,
    place: Place = { listDepth: 0, verbatim: false },
  ): void {
    for (const child of node.childNodes) {
      if (isText(child)) {
        if (place.verbatim) this.writer.verbatim(child.value);
        else this.writer.text(child.value);
      } else if (isElement(child)) this.#element(child, place);
    }
  }

  separate(): HtmlWalker {
    return new HtmlWalker(this.writer.separate(), this.options);
  }

  #element(element: HtmlElement, place: Place): void {
    if (element.tagName === 'noscript' && this.options.readsHidden) {
      this.children(parseHtml(rawText(element)), place);
      return;
    }
    if (isUnshown(element)) return;
    if (isHidden(element) && !this.options.readsHidden) {
      this.writer.omitted.add('hidden_part');
      return;
    }
    const { tagName } = element;
    const heading = /^h([1-6])$/.exec(tagName)?.[1];
    const control = controlText(element);
    if (control !== undefined) this.#separate(control);
    else if (heading !== undefined) this.#heading(element, Number(heading));
    else if (tagName === 'table') writeTable(this, element, place.listDepth);
    else if (tagName === 'ul' || tagName === 'ol' || tagName === 'menu' || tagName === 'dir') {
      this.#list(element, place);
    } else if (tagName === 'pre' || tagName === 'listing' || tagName === 'xmp') {
      this.writer.flush();
      this.children(element, { ...place, verbatim: true });
      this.writer.flushCode();
    } else if (BLOCKS.has(tagName)) this.#block(element, place);
    else this.#inline(element, place);
  }

  #heading(element: HtmlElement, level: number): void {
    this.writer.flush();
    const inner = this.separate();
    inner.children(element);
    inner.writer.flush();
    this.writer.text(inner.writer.blocks.map(({ text }) => text).join(' '));
    this.writer.flush(level);
  }

  #block(element: HtmlElement, place: Place): void {
    // A term and its meaning are one paragraph.
    if (element.tagName === 'dd') this.writer.lineBreak();
    else this.writer.flush();
    if (element.tagName === 'noframes') this.children(parseHtml(rawText(element)));
    else if (element.tagName === 'li') this.#item(element, place, '-');
    else this.children(element, place);
    if (element.tagName !== 'dt') this.writer.flush();
  }

  #list(element: HtmlElement, place: Place): void {
    this.writer.flush();
    const numbers = itemNumbers(element);
    for (const child of element.childNodes) {
      if (isText(child)) this.writer.text(child.value);
      else if (!isElement(child)) continue;
      else if (child.tagName !== 'li') this.#element(child, place);
      else if (isHidden(child) && !this.options.readsHidden) this.writer.omitted.add('hidden_part');
      else this.#item(child, place, numbers.get(child) ?? '-');
    }
    this.writer.flush();
  }

  #item(element: HtmlElement, place: Place, marker: string): void {
    const outer = this.writer.beginItem(place.listDepth, marker);
    this.children(element, { ...place, listDepth: place.listDepth + 1 });
    this.writer.endItem(outer);
  }

  #inline(element: HtmlElement, place: Place): void {
    const { tagName } = element;
    if (tagName === 'br') this.writer.lineBreak();
    else if (tagName === 'img' || tagName === 'area') this.#separate(alternativeOf(element));
    else if (tagName === 'svg') this.#picture(element, place);
    else if (tagName === 'math') this.#separate(mathText(markupOf(element)));
    else if (tagName === 'iframe') {
      // Only a page that is a part of this one is known.
      const page = attributeOf(element, 'srcdoc');
      if (page !== undefined) this.children(parseHtml(page), place);
    } else if (SPACED.has(tagName)) {
      this.writer.space();
      this.children(element, place);
      this.writer.space();
    } else this.children(element, place);
  }

  /** A drawing with words in it says them, and what describes it. */
  #picture(element: HtmlElement, place: Place): void {
    if (attributeOf(element, 'role') === 'img') this.#separate(alternativeOf(element));
    this.children(element, place);
  }

  #separate(text: string): void {
    if (text.trim() === '') return;
    this.writer.space();
    this.writer.text(text);
    this.writer.space();
  }
}

/** Returns what stands for a picture that is not seen. */
function alternativeOf(element: HtmlElement): string {
  const names = ['alt', 'aria-label', 'title'];
  return names.map((name) => attributeOf(element, name)).find((text) => text !== undefined) ?? '';
}

const rawText = (element: HtmlElement) =>
  element.childNodes.map((child) => (isText(child) ? child.value : '')).join('');
