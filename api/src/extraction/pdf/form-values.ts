import { Util } from 'pdfjs-dist/legacy/build/pdf.mjs';

import type { Annotation } from './page-notes.ts';
import type { TextRun } from './pdf-lines.ts';
import { median } from './pdf-columns.ts';
import { plainLetters } from './scripts.ts';

/** A line of a field's value at its place on the upright page. */
interface FormValue extends TextRun {
  annotation: Annotation;
}

/** The height of letters in a field that has room for more. */
const LETTERS_MAX = 12;
/** How far a label is from its field at most, in points. */
const LABEL = { left: 300, above: 24 } as const;

/** Returns what is filled in on a page. */
export function fieldValues(
  annotations: readonly Annotation[],
  viewport: readonly number[],
): FormValue[] {
  return annotations
    .filter(({ subtype }) => subtype === 'Widget')
    .flatMap((annotation) => valuesOf(annotation, viewport));
}

/** Adds values to a page's text: to the label before them, where it has one value, otherwise in their place. */
export function withValues(runs: readonly TextRun[], values: readonly FormValue[]): TextRun[] {
  if (values.length === 0) return [...runs];
  const byLabel = new Map<TextRun, FormValue[]>();
  const placed: TextRun[] = [];
  for (const value of values) {
    const label = value.text === '[x]' ? undefined : labelOf(value, runs);
    const before = label === undefined ? undefined : byLabel.get(label);
    if (label === undefined) placed.push(named(value, runs));
    else if (before === undefined) byLabel.set(label, [value]);
    else before.push(value);
  }
  const usual = median(runs.map((run) => run.height)) || LETTERS_MAX;
  for (const value of placed) value.height = Math.min(value.height, usual);
  const added = runs.map((run) => {
    const own = byLabel.get(run);
    if (own === undefined) return run;
    if (own.some(({ annotation }) => annotation !== own[0]?.annotation)) {
      placed.push(...own);
      return run;
    }
    const text = [run.text.trimEnd(), ...own.map((value) => value.text)].join(' ');
    const end = Math.max(...own.map(({ x, width }) => x + width));
    return { ...run, text, width: Math.max(run.width, end - run.x) };
  });
  return [...added, ...placed];
}

/** The nearest text before a field, in its first line. */
function labelOf(value: FormValue, runs: readonly TextRun[]): TextRun | undefined {
  let best: TextRun | undefined;
  const [, y1 = 0, , y2 = 0] = value.annotation.rect ?? [];
  const reach = Math.max(value.height, Math.abs(y2 - y1));
  for (const run of runs) {
    const gap = value.x - run.x - run.width;
    if (gap < -2 || gap > LABEL.left) continue;
    const middle = run.y + run.height / 2;
    if (middle < value.y - value.height || middle > value.y + reach) continue;
    if (best === undefined || run.x + run.width > best.x + best.width) best = run;
  }
  return best;
}

/** A value without any text about it has the name that its field shows to who points at it. */
function named(value: FormValue, runs: readonly TextRun[]): TextRun {
  const { x, y, width, height, text, annotation } = value;
  const isBeside = (run: TextRun) =>
    Math.abs(run.y + run.height / 2 - y - height / 2) < LABEL.above * 1.5 &&
    run.x < x + width + LABEL.above &&
    run.x + run.width > x - LABEL.left;
  const name = annotation.alternativeText || annotation.fieldName || '';
  const shown =
    runs.some(isBeside) || !/^[\p{L}\p{N} ,'()?-]{2,80}$/u.test(name)
      ? text
      : text === '[x]'
        ? `[x] ${name}`
        : `${name}: ${text}`;
  return { x, y, width, height, text: shown };
}

function valuesOf(annotation: Annotation, viewport: readonly number[]): FormValue[] {
  const lines = linesOfValue(annotation).filter((line) => line.trim() !== '');
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = annotation.rect ?? [];
  const first = [x1, y1];
  const second = [x2, y2];
  Util.applyTransform(first, viewport);
  Util.applyTransform(second, viewport);
  const left = Math.min(first[0] ?? 0, second[0] ?? 0);
  const top = Math.min(first[1] ?? 0, second[1] ?? 0);
  const space = Math.abs((second[1] ?? 0) - (first[1] ?? 0));
  const width = Math.abs((second[0] ?? 0) - (first[0] ?? 0));
  const height = Math.max(1, Math.min(LETTERS_MAX, space / lines.length));
  return lines.map((text, at) => ({
    annotation,
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
  if (fieldType === 'Sig') return [];
  if (annotation.password === true) return [];
  const chosen = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]) as unknown[];
  return chosen
    .filter((value): value is string => typeof value === 'string')
    .map((value) => shownValue(value, annotation))
    .map((value) => formatted(value, textContent.join(' ').trim()))
    .flatMap((value) => value.split(/\r\n?|\n/u));
}

const letters = (text: string) => text.replace(/\s/gu, '');

/** A number as the field shows it; of other values it may show less, or each letter apart. */
function formatted(value: string, shown: string): string {
  return letters(value).includes(letters(shown)) ? value : shown;
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
