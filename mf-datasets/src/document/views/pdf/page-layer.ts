import { TextLayer } from 'pdfjs-dist';
import type { PageViewport, PDFPageProxy } from 'pdfjs-dist';

import { caretAt } from '../../marks/offset-at.ts';
import type { Segment } from '../../marks/marks.ts';
import { pixelRatioOf } from './pdf-limits.ts';

/** Draws a page. Resolves to the canvas, or to undefined where it was cancelled before its end. */
export function drawPage(
  page: PDFPageProxy,
  viewport: PageViewport,
): { canvas: Promise<HTMLCanvasElement | undefined>; cancel: () => void } {
  const canvas = document.createElement('canvas');
  const ratio = pixelRatioOf(viewport.width, viewport.height, devicePixelRatio);
  canvas.width = Math.max(1, Math.floor(viewport.width * ratio));
  canvas.height = Math.max(1, Math.floor(viewport.height * ratio));
  const task = page.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] });
  return {
    canvas: task.promise.then(
      () => canvas,
      () => {
        releaseCanvas(canvas);
        return undefined;
      },
    ),
    cancel: () => task.cancel(),
  };
}

/** Returns the memory of a canvas before it is collected. */
export function releaseCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

/** The text of a page, laid over its picture, so that it can be selected and marked. */
export interface PageLayer {
  strings: readonly string[];
  /** Shows these strings in pieces, and the others as they are. */
  mark: (marked: ReadonlyMap<number, readonly Segment[]>) => void;
  /** Returns which string, and which character of it, is at a point of the window. */
  stringAt: (x: number, y: number) => { string: number; offset: number } | undefined;
  resize: (viewport: PageViewport) => void;
}

/** Lays the text of a page into an element. */
export async function layOutText(
  page: PDFPageProxy,
  viewport: PageViewport,
  container: HTMLElement,
  signal: AbortSignal,
): Promise<PageLayer | undefined> {
  const content = await page.getTextContent();
  if (signal.aborted) return undefined;
  container.replaceChildren();
  const layer = new TextLayer({ textContentSource: content, container, viewport });
  signal.addEventListener('abort', () => layer.cancel(), { once: true });
  await layer.render();
  const { textDivs, textContentItemsStr: strings } = layer;
  const places = new Map(textDivs.map((element, index) => [element, index]));
  let marked: ReadonlyMap<number, readonly Segment[]> = new Map();
  return {
    strings,
    mark: (next) => {
      for (const index of marked.keys()) {
        const element = textDivs[index];
        if (!next.has(index) && element !== undefined) element.textContent = strings[index] ?? '';
      }
      for (const [index, segments] of next) {
        textDivs[index]?.replaceChildren(...segments.map(elementOf));
      }
      marked = next;
    },
    stringAt: (x, y) => {
      const caret = caretAt(x, y);
      if (caret === undefined) return undefined;
      for (let node: Node | null = caret.node; node !== null; node = node.parentNode) {
        const string = node instanceof HTMLElement ? places.get(node) : undefined;
        if (string === undefined) continue;
        const before = document.createRange();
        before.setStart(node, 0);
        before.setEnd(caret.node, caret.offset);
        return { string, offset: before.toString().length };
      }
      return undefined;
    },
    resize: (viewport) => layer.update({ viewport }),
  };
}

function elementOf({ text, start, isChunk, match }: Segment): Node {
  if (!isChunk && match === undefined) return document.createTextNode(text);
  const element = document.createElement('mark');
  element.textContent = text;
  element.dataset['place'] = String(start);
  if (isChunk) element.dataset['chunk'] = '';
  if (match !== undefined) element.dataset['match'] = match;
  return element;
}
