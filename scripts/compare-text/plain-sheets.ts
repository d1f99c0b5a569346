import { attribute, resolveEntities } from './walk-markup.ts';
import { zipParts } from './zip-parts.ts';

export interface PlainCell {
  column: number;
  /** Undefined for a number, a date or an error, which are shown in their format. */
  text: string | undefined;
}

/** Rows of a sheet that follow each other: the first names the columns. */
export interface PlainTable {
  heading: PlainCell[];
  rows: PlainCell[][];
}

const ROWS_MIN = 3;

/** Returns the tables of a workbook by a plain walk over its XML. Hidden sheets, rows and columns are left out. */
export function plainTables(bytes: Buffer): PlainTable[] {
  return sheetsOf(zipParts(bytes)).flatMap(({ xml, strings }) => tablesOf(xml, strings));
}

/** Returns the texts of the cells that are shown. */
export function cellTexts(parts: ReadonlyMap<string, () => string>): string[] {
  return sheetsOf(parts).flatMap(({ xml, strings }) =>
    rowsOf(xml, strings).flatMap(({ cells }) => cells.flatMap(({ text }) => text ?? [])),
  );
}

function sheetsOf(parts: ReadonlyMap<string, () => string>): { xml: string; strings: string[] }[] {
  const strings = sharedStrings(parts.get('xl/sharedStrings.xml')?.() ?? '');
  const workbook = parts.get('xl/workbook.xml')?.() ?? '';
  const relations = parts.get('xl/_rels/workbook.xml.rels')?.() ?? '';
  return [...workbook.matchAll(/<\w*:?sheet\s[^>]*>/g)].flatMap(([tag]) => {
    if (/state="(?:hidden|veryHidden)"/.test(tag)) return [];
    const id = attribute(tag, 'id');
    const relation = [...relations.matchAll(/<\w*:?Relationship\s[^>]*>/g)].find(
      ([each]) => attribute(each, 'Id') === id,
    );
    const target = relation === undefined ? undefined : attribute(relation[0], 'Target');
    const xml = target && parts.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`)?.();
    return xml ? [{ xml, strings }] : [];
  });
}

function sharedStrings(xml: string): string[] {
  return [...xml.matchAll(/<(?:\w+:)?si(?:\s[^>]*)?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?si>)/g)].map(
    ([, content = '']) => textOf(content),
  );
}

const textOf = (content: string) =>
  [
    ...content
      .replace(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, '')
      .matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)</g),
  ]
    .map(([, text = '']) => resolveEntities(text))
    .join('')
    .replace(/_x([\da-f]{4})_/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );

interface PlainRow {
  number: number;
  cells: PlainCell[];
}

function tablesOf(xml: string, strings: readonly string[]): PlainTable[] {
  const tables: PlainTable[] = [];
  let rows: PlainCell[][] = [];
  let before = 0;
  const end = () => {
    const at = rows.findIndex(isHeading);
    const heading = rows[at];
    const below = rows
      .slice(at + 1)
      .filter((cells) => cells.some(({ text }) => text !== undefined));
    if (heading !== undefined && below.length >= ROWS_MIN) tables.push({ heading, rows: below });
    rows = [];
  };
  for (const { number, cells } of rowsOf(xml, strings)) {
    if (number > before + 1 || cells.length === 0) end();
    before = number;
    if (cells.length > 0) rows.push(cells);
  }
  end();
  return tables;
}

/** Returns the rows of a sheet that are shown. */
function rowsOf(xml: string, strings: readonly string[]): PlainRow[] {
  const hidden = new Set<number>();
  for (const [tag] of xml.matchAll(/<(?:\w+:)?col\s[^>]*>/g)) {
    if (!/hidden="(?:1|true)"/.test(tag)) continue;
    const [from, to] = [Number(attribute(tag, 'min')), Number(attribute(tag, 'max'))];
    for (let at = from; at <= Math.min(to, from + 1000); at += 1) hidden.add(at);
  }
  let number = 0;
  return [
    ...xml.matchAll(/<(?:\w+:)?row((?:\s[^>]*?)?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?row>)/g),
  ].flatMap(([, attributes = '', content = '']): PlainRow[] => {
    number = Number(attribute(attributes, 'r') ?? number + 1);
    if (/hidden="(?:1|true)"/.test(attributes)) return [];
    const cells = cellsOf(content, strings).filter(({ column }) => !hidden.has(column));
    return [{ number, cells }];
  });
}

/** Whether a row has texts alone, several, each another. */
function isHeading(cells: readonly PlainCell[]): boolean {
  const texts = cells.map(({ text }) => text);
  return texts.length > 1 && !texts.includes(undefined) && new Set(texts).size === texts.length;
}

function cellsOf(content: string, strings: readonly string[]): PlainCell[] {
  let column = 0;
  return [
    ...content.matchAll(/<(?:\w+:)?c((?:\s[^>]*?)?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g),
  ].flatMap(([, attributes = '', inner = '']): PlainCell[] => {
    const letters = /^[A-Z]+/.exec(attribute(attributes, 'r') ?? '')?.[0];
    column = letters === undefined ? column + 1 : columnOf(letters);
    const value = /<(?:\w+:)?v(?:\s[^>]*)?>([^<]*)</.exec(inner)?.[1];
    const type = attribute(attributes, 't') ?? 'n';
    if (type === 'inlineStr') return cellOf(column, textOf(inner));
    if (value === undefined || value === '') return [];
    if (type === 's') return cellOf(column, strings[Number(value)] ?? '');
    if (type === 'str') return cellOf(column, resolveEntities(value));
    return [{ column, text: undefined }];
  });
}

function cellOf(column: number, text: string): PlainCell[] {
  const line = oneLine(text);
  return line === '' ? [] : [{ column, text: line }];
}

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const columnOf = (letters: string) =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
