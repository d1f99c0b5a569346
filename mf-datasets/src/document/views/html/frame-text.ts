import type { Segment } from '../../marks/marks.ts';
import { caretAt } from '../../marks/offset-at.ts';

/** The text of a page in a frame, by its text nodes in their order. */
export interface FrameText {
  strings: readonly string[];
  /** Shows these strings in pieces, and the others as they are. */
  mark: (marked: ReadonlyMap<number, readonly Segment[]>) => void;
  /** Returns which string, and which character of it, is at a point of the frame. */
  stringAt: (x: number, y: number) => { string: number; offset: number } | undefined;
  /** Scrolls the frame so that a character of a string is in its upper part. */
  scrollTo: (string: number, offset: number) => void;
}

/** Which part of the frame is above the place that it is scrolled to. */
const ABOVE = 0.25;

/** Where a node is in the string of the text node that it was cut from. */
interface Piece {
  string: number;
  from: number;
}

/** Reads the text of a page that has been loaded into a frame. */
export function frameTextOf(page: Document): FrameText {
  const texts = textsOf(page);
  const strings = texts.map((text) => text.data);
  const pieces = new WeakMap<Node, Piece>();
  for (const [string, text] of texts.entries()) pieces.set(text, { string, from: 0 });
  const cut = new Map<number, readonly ChildNode[]>();

  const restore = (string: number) => {
    const [first, ...rest] = cut.get(string) ?? [];
    const text = texts[string];
    if (first === undefined || text === undefined) return;
    first.replaceWith(text);
    for (const node of rest) node.remove();
    cut.delete(string);
  };
  return {
    strings,
    mark: (marked) => {
      for (const string of cut.keys()) restore(string);
      for (const [string, segments] of marked) {
        let from = 0;
        const nodes = segments.map((segment) => {
          const text = page.createTextNode(segment.text);
          pieces.set(text, { string, from });
          from += segment.text.length;
          return nodeOf(page, text, segment);
        });
        texts[string]?.replaceWith(...nodes);
        cut.set(string, nodes);
      }
    },
    stringAt: (x, y) => {
      const caret = caretAt(x, y, page);
      const piece = caret === undefined ? undefined : pieces.get(caret.node);
      if (caret === undefined || piece === undefined) return undefined;
      return { string: piece.string, offset: piece.from + caret.offset };
    },
    scrollTo: (string, offset) => {
      const node = textAt(cut.get(string) ?? [texts[string]], offset);
      const view = page.defaultView;
      if (node === undefined || view === null) return;
      const range = page.createRange();
      range.setStart(node.text, node.offset);
      range.setEnd(node.text, Math.min(node.text.length, node.offset + 1));
      const { top } = range.getBoundingClientRect();
      view.scrollTo({ top: view.scrollY + top - view.innerHeight * ABOVE });
      // It may be beside what is shown of a wide table.
      const mark = node.text.parentElement;
      if (mark?.localName === 'mark') mark.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
  };
}

function textsOf(page: Document): Text[] {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.localName !== 'style') texts.push(node as Text);
  }
  return texts;
}

function nodeOf(page: Document, text: Text, { start, isChunk, match }: Segment): ChildNode {
  if (!isChunk && match === undefined) return text;
  const mark = page.createElement('mark');
  mark.dataset['place'] = String(start);
  if (isChunk) mark.dataset['chunk'] = '';
  if (match !== undefined) mark.dataset['match'] = match;
  mark.append(text);
  return mark;
}

/** Returns the text node among the nodes of a string that has a character of it. */
function textAt(
  nodes: readonly (ChildNode | undefined)[],
  offset: number,
): { text: Text; offset: number } | undefined {
  let rest = offset;
  for (const node of nodes) {
    // Nodes of a frame are of other classes than those of this window.
    const text = (node?.nodeType === Node.TEXT_NODE ? node : node?.firstChild) as Text | undefined;
    if (text === undefined) continue;
    if (rest < text.length) return { text, offset: rest };
    rest -= text.length;
  }
  return undefined;
}
