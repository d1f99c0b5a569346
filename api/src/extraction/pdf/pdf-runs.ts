import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import {
  closeRuns,
  coveredPairs,
  isSpaced,
  withoutCovered,
  withoutOverlap,
  withoutRepeated,
} from './clean-runs.ts';
import { drawnText, NOTHING_DRAWN } from './drawn-text.ts';
import { countTextless, findScans } from './find-scans.ts';
import { loadPdf } from './load-pdf.ts';
import { fieldValues, withValues } from './form-values.ts';
import { annotationsOf, isPicture, notesOf } from './page-notes.ts';
import type { TextRun } from './pdf-lines.ts';
import { headingLevels } from './tagged-headings.ts';
import { placeRun, turnStacked, type Direction } from './run-frames.ts';

export interface PdfPage {
  /** Comments with who wrote them, and the text of stamps and signatures. */
  notes: string[];
  /** The text of each direction in its own frame, that with most letters first. */
  layers: TextRun[][];
}

export interface PdfText {
  pages: PdfPage[];
  /** Numbers of pages without text, or nearly, for OCR; empty where nothing is drawn on them, or OCR is off. */
  scans: number[];
  /** Pages that show something and have no text, where OCR is off. */
  textless: number;
  /** The document's information, as the file has it. */
  info: unknown;
  /** Titles and their depths, from 1, in the order of the outline. */
  outline: { title: string; depth: number }[];
  attachments: number;
}

/**
 * Reads the text of each page with its positions.
 * @throws {UnreadableDocument} for a password or a damaged file.
 */
export async function readTextRuns(bytes: Uint8Array, isOcrOn: boolean): Promise<PdfText> {
  const { pdf, close } = await loadPdf(bytes);
  try {
    const marks = await pdf.getMarkInfo();
    const pages: PdfPage[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      pages.push(await readPage(page, marks?.Marked === true));
      page.cleanup();
    }
    const letters = pages.map(({ layers }) => lettersOf(layers.flat()));
    const scans = isOcrOn ? await findScans(pdf, letters) : [];
    const unnoted = letters.map((count, at) => count + (pages[at]?.notes.length ?? 0));
    const textless = isOcrOn ? 0 : await countTextless(pdf, unnoted);
    // What a damaged dictionary says is not worth the document.
    const { info } = await pdf.getMetadata().catch(() => ({ info: undefined }));
    const outline = outlineOf(await pdf.getOutline().catch(() => []));
    const attached: unknown = await pdf.getAttachments().catch(() => undefined);
    return {
      pages,
      scans,
      textless,
      info,
      outline,
      attachments: attached instanceof Map ? attached.size : Object.keys(attached ?? {}).length,
    };
  } catch (error) {
    throw new UnreadableDocument(reasons.damaged('PDF'), { cause: error });
  } finally {
    await close();
  }
}

function lettersOf(runs: readonly TextRun[]): number {
  let letters = 0;
  for (const { text } of runs) letters += text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters;
}

async function readPage(page: PDFPageProxy, isTagged: boolean): Promise<PdfPage> {
  const viewport = page.getViewport({ scale: 1 });
  const { items, styles } = await page.getTextContent({ includeMarkedContent: isTagged });
  const levels = isTagged ? await headingLevels(page) : undefined;
  /** Levels of the marked contents that are open, the innermost last. */
  const open: (number | undefined)[] = [];
  const layers: Record<Direction, TextRun[]> = { right: [], down: [], left: [], up: [] };
  let spaced = false;
  for (const item of items) {
    if (!('str' in item)) {
      if (item.type === 'endMarkedContent') open.pop();
      else open.push(levels?.get(item.id ?? '') ?? open.at(-1));
      continue;
    }
    if (item.str.trim() === '') {
      spaced = item.str !== '';
      continue;
    }
    const isVertical = styles[item.fontName]?.vertical === true;
    const { direction, run } = placeRun(item, viewport.transform, isVertical);
    const level = open.at(-1);
    layers[direction].push({
      ...run,
      ...(spaced && { spaced }),
      ...(level !== undefined && { level }),
    });
    spaced = false;
  }
  const { upright, down } = turnStacked(layers.right);
  layers.right = upright;
  layers.down.push(...down);
  const all = Object.values(layers).flat();
  const once = Object.values(layers).map((runs) => withoutRepeated(withoutOverlap(runs)));
  const covered = once.map((runs) => coveredPairs(runs));
  const annotations = await annotationsOf(page);
  const isDrawn =
    annotations.some(isPicture) ||
    covered.some((pairs) => pairs.length > 0) ||
    all.some(({ text }) => isSpaced(text.trim()));
  const { words, pictures, invisible } = isDrawn ? await drawnText(page) : NOTHING_DRAWN;
  const cleaned = once.map((runs, at) => withoutCovered(runs, covered[at] ?? [], invisible));
  cleaned[0] = withValues(cleaned[0] ?? [], fieldValues(annotations, viewport.transform));
  return {
    layers: cleaned
      .filter((runs) => runs.length > 0)
      .map((runs) => closeRuns(runs, words))
      .sort((a, b) => lettersOf(b) - lettersOf(a)),
    notes: notesOf(annotations, pictures),
  };
}

interface OutlineItem {
  title: string;
  items: readonly OutlineItem[];
}

/** Entries of an outline that are looked at. */
const OUTLINE_MAX = 10_000;

function outlineOf(items: readonly OutlineItem[] | null): PdfText['outline'] {
  const outline: PdfText['outline'] = [];
  const add = (some: readonly OutlineItem[], depth: number) => {
    for (const { title, items: below } of some) {
      if (outline.length >= OUTLINE_MAX) return;
      outline.push({ title, depth });
      if (depth < 6) add(below, depth + 1);
    }
  };
  add(items ?? [], 1);
  return outline;
}
