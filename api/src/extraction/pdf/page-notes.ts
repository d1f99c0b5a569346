import { Util, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { plainLetters } from './scripts.ts';
import type { TextRun } from './pdf-lines.ts';
import type { Direction } from './run-frames.ts';

/** What people wrote onto a page beside its text. */
export interface PageNotes {
  /** Comments, with who wrote them. */
  notes: string[];
}

/** A value of a form, at its place on the upright page. */
interface FormValue extends TextRun {
  direction: Direction;
}

/** Annotations of a page that are looked at. */
const ANNOTATIONS_MAX = 2000;
/** The height of letters in a field that has room for more. */
const LETTERS_MAX = 12;

/** The parts of an annotation that are read; pdf.js has no type for them. */
interface Annotation {
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

/** Reads filled fields, comments and the text of signatures and stamps; nothing of damaged ones. */
export async function readNotes(
  page: PDFPageProxy,
  viewport: readonly number[],
): Promise<PageNotes & { values: FormValue[] }> {
  const annotations = (await page.getAnnotations().catch(() => [])) as Annotation[];
  const notes: string[] = [];
  const values: FormValue[] = [];
  for (const annotation of annotations.slice(0, ANNOTATIONS_MAX)) {
    if (isHidden(annotation)) continue;
    if (annotation.subtype === 'Widget') {
      values.push(...valuesOf(annotation, viewport));
    } else {
      const note = noteOf(annotation);
      if (note !== '') notes.push(note);
    }
  }
  return { notes, values };
}

/** Flags 2 and 32 of a PDF: hidden, not shown. */
const isHidden = ({ hidden, annotationFlags = 0 }: Annotation) =>
  hidden === true || (annotationFlags & 0b10_0010) !== 0;

function noteOf({ subtype, contentsObj, titleObj, textContent }: Annotation): string {
  if (subtype === 'Link' || subtype === 'Popup') return '';
  const drawn = (textContent ?? []).join(' ').trim();
  const written = (contentsObj?.str ?? '').replace(/\r\n?/g, '\n').trim();
  // A text that is drawn on the page is the same as what was typed, or more.
  const text = plainLetters(written === '' ? drawn : written);
  const author = titleObj?.str?.trim() ?? '';
  if (text === '') return '';
  return author === '' ? text : `${author}: ${text}`;
}

function valuesOf(annotation: Annotation, viewport: readonly number[]): FormValue[] {
  const lines = linesOfValue(annotation).filter((line) => line.trim() !== '');
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = annotation.rect ?? [];
  const first = [x1, y1];
  const second = [x2, y2];
  Util.applyTransform(first, viewport as number[]);
  Util.applyTransform(second, viewport as number[]);
  const left = Math.min(first[0] ?? 0, second[0] ?? 0);
  const top = Math.min(first[1] ?? 0, second[1] ?? 0);
  const space = Math.abs((second[1] ?? 0) - (first[1] ?? 0));
  const width = Math.abs((second[0] ?? 0) - (first[0] ?? 0));
  const height = Math.max(1, Math.min(LETTERS_MAX, space / lines.length));
  return lines.map((text, at) => ({
    direction: 'right',
    x: left,
    y: lines.length === 1 ? top + (space - height) / 2 : top + at * height,
    width: Math.min(width, text.length * height * 0.5),
    height,
    text: plainLetters(text),
  }));
}

function linesOfValue(annotation: Annotation): string[] {
  const { fieldType, fieldValue, textContent = [] } = annotation;
  if (fieldType === 'Btn') return buttonOf(annotation);
  if (fieldType === 'Sig') return textContent;
  if (annotation.password === true) return [];
  const chosen = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]) as unknown[];
  return chosen
    .filter((value): value is string => typeof value === 'string')
    .map((value) => shownValue(value, annotation))
    .flatMap((value) => value.split(/\r\n?|\n/u));
}

/** What a person sees of a choice. */
function shownValue(value: string, { options }: Annotation): string {
  const shown = options?.find(({ exportValue }) => exportValue === value)?.displayValue;
  return typeof shown === 'string' && shown !== '' ? shown : value;
}

function buttonOf(annotation: Annotation): string[] {
  const { checkBox, radioButton, fieldValue, exportValue, buttonValue } = annotation;
  const isOn =
    typeof fieldValue === 'string' &&
    fieldValue !== 'Off' &&
    ((checkBox === true && fieldValue === exportValue) ||
      (radioButton === true && fieldValue === buttonValue));
  return isOn ? ['[x]'] : [];
}
