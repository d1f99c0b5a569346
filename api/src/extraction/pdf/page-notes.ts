import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { plainLetters } from './scripts.ts';

/** Annotations of a page that are looked at. */
const ANNOTATIONS_MAX = 2000;

/** The parts of an annotation that are read; pdf.js has no type for them. */
export interface Annotation {
  id?: string;
  subtype?: string;
  fieldType?: string;
  fieldName?: string;
  fieldValue?: unknown;
  alternativeText?: string;
  checkBox?: boolean;
  radioButton?: boolean;
  exportValue?: string;
  buttonValue?: string;
  options?: { exportValue?: unknown; displayValue?: unknown }[];
  password?: boolean;
  hidden?: boolean;
  annotationFlags?: number;
  contentsObj?: { str?: string };
  titleObj?: { str?: string };
  textContent?: string[];
  rect?: number[];
}

/** Returns what is laid over a page and shown: nothing of damaged ones. */
export async function annotationsOf(page: PDFPageProxy): Promise<Annotation[]> {
  const annotations = (await page.getAnnotations().catch(() => [])) as Annotation[];
  return annotations.slice(0, ANNOTATIONS_MAX).filter((annotation) => !isHidden(annotation));
}

/** Whether the text of an annotation is drawn, and nowhere else. */
export const isPicture = ({ subtype, fieldType, contentsObj }: Annotation) =>
  fieldType === 'Sig' || (subtype === 'Stamp' && (contentsObj?.str ?? '') === '');

/** Returns comments with who wrote them, and the text of stamps and signatures. */
export function notesOf(
  annotations: readonly Annotation[],
  pictures: ReadonlyMap<string, string>,
): string[] {
  return annotations
    .map((annotation) =>
      isPicture(annotation)
        ? plainLetters(pictures.get(annotation.id ?? '') ?? '')
            .replace(/\s+/gu, ' ')
            .trim()
        : noteOf(annotation),
    )
    .filter((note) => note !== '');
}

/** Flags 2 and 32 of a PDF: hidden, not shown. */
const isHidden = ({ hidden, annotationFlags = 0 }: Annotation) =>
  hidden === true || (annotationFlags & 0b10_0010) !== 0;

function noteOf({ subtype, contentsObj, titleObj, textContent }: Annotation): string {
  if (subtype === 'Link' || subtype === 'Popup' || subtype === 'Widget') return '';
  const drawn = (textContent ?? []).join(' ').trim();
  const written = (contentsObj?.str ?? '').replace(/\r\n?/g, '\n').trim();
  // A text that is drawn on the page is the same as what was typed, or more.
  const text = plainLetters(written === '' ? drawn : written);
  const author = titleObj?.str?.trim() ?? '';
  if (text === '') return '';
  return author === '' ? text : `${author}: ${text}`;
}
