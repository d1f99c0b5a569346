import { CHUNK_SIZES, parametersIn } from './chunk-sizes.ts';

/** A key of the metadata parameters and its value, as they are typed. */
export interface ParameterRow {
  key: string;
  value: string;
}

const SIZES: ReadonlySet<string> = new Set(CHUNK_SIZES.map(({ key }) => key));

/** Returns what a text stands for: JSON if it is, else itself. */
function typedValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // Beyond this, reading it would round it.
    const isRounded = typeof value === 'number' && String(value) !== text.trim();
    return isRounded ? text : value;
  } catch {
    return text;
  }
}

/** Returns a value as it is typed: a text as itself, unless it would be read as something else. */
const valueText = (value: unknown): string =>
  typeof value === 'string' && typedValue(value) === value ? value : JSON.stringify(value);

const isSize = (key: string, value: unknown) => SIZES.has(key) && typeof value === 'number';

/** Returns the rows of the metadata parameters without the sizes of chunks; null where the text holds no object. */
export function rowsIn(text: string): ParameterRow[] | null {
  const parameters = parametersIn(text);
  if (parameters === null) return null;
  return Object.entries(parameters)
    .filter(([key, value]) => !isSize(key, value))
    .map(([key, value]) => ({ key, value: valueText(value) }));
}

/** Returns the text with these rows in place of its own; rows without key and value are left out. */
export function withRows(text: string, rows: readonly ParameterRow[]): string {
  const sizes = Object.entries(parametersIn(text) ?? {}).filter(([key, value]) =>
    isSize(key, value),
  );
  const typed = rows
    .filter(({ key, value }) => key !== '' || value !== '')
    .map(({ key, value }) => [key, typedValue(value)] as const);
  const entries = [...sizes, ...typed];
  return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries), null, 2);
}

/** Returns what is wrong with a row's key, in a sentence. */
export function keyFault(rows: readonly ParameterRow[], at: number): string | undefined {
  const { key = '', value = '' } = rows[at] ?? {};
  if (key === '') return value === '' ? undefined : 'Type a key';
  if (SIZES.has(key)) return 'This key has a field of its own above';
  return rows.findIndex((row) => row.key === key) < at ? 'This key is there twice' : undefined;
}
