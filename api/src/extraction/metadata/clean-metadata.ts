import {
  METADATA_MAX,
  metadataKeyFault,
  type DocumentMetadata,
  type MetadataValue,
} from '@carrel/shared/contract';

/** PostgreSQL writes a space after each comma and colon. */
const SPACES = 4;

/** The value of a key that somebody has written without one that is kept: the key stays. */
const NO_VALUE: readonly string[] = [];

/**
 * Returns what of a file's own metadata is kept: flat values in the limits of the contract. Texts and lists
 * are cut, everything else is left out. A key that comes again counts as it was last.
 */
export function cleanMetadata(entries: Iterable<readonly [string, unknown]>): DocumentMetadata {
  const kept = new Map<string, MetadataValue>();
  let bytes = 0;
  for (const [name, given] of entries) {
    const key = storable(name).trim();
    const value = valueOf(given);
    if (value === undefined || metadataKeyFault(key) !== undefined) continue;
    const before = kept.get(key);
    const size = bytes + sizeOf(key, value) - (before === undefined ? 0 : sizeOf(key, before));
    if (size > METADATA_MAX.bytes) continue;
    if (before === undefined && kept.size === METADATA_MAX.keys) continue;
    kept.set(key, value);
    bytes = size;
  }
  return Object.fromEntries(kept);
}

/** The entries of anything that may be an object, as JSON or YAML has it. */
export function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value)
    : [];
}

/**
 * The same of what somebody has written about a document. A key without a value that can be kept has an empty list: it
 * may name the groups that see the document, and then names none.
 */
export const writtenEntries = (value: unknown): [string, unknown][] =>
  entriesOf(value).map(([key, given]) => [key, valueOf(given) === undefined ? NO_VALUE : given]);

/** Whether a key that somebody has written could be kept, and was not. */
export const isLeftOut = (key: string, kept: DocumentMetadata): boolean => {
  const name = storable(key).trim();
  return metadataKeyFault(name) === undefined && !Object.hasOwn(kept, name);
};

function valueOf(value: unknown): MetadataValue | undefined {
  if (value === NO_VALUE) return NO_VALUE;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string') return textOf(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  if (!Array.isArray(value)) return undefined;
  const texts: string[] = [];
  for (const item of value) {
    const text = typeof item === 'string' ? textOf(item) : textOfScalar(item);
    if (text !== undefined) texts.push(text);
    if (texts.length === METADATA_MAX.list) break;
  }
  return texts.length === 0 ? undefined : texts;
}

const textOfScalar = (item: unknown) =>
  typeof item === 'number' || typeof item === 'boolean' ? String(item) : undefined;

function textOf(given: string): string | undefined {
  // Cut first, so that a text of megabytes costs little.
  const text = storable(given.slice(0, 2 * METADATA_MAX.text))
    .trim()
    .slice(0, METADATA_MAX.text);
  return text === '' ? undefined : text.replace(/[\ud800-\udbff]$/, '');
}

/** PostgreSQL stores neither U+0000 nor unpaired surrogates. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed().normalize('NFC');
}

function sizeOf(key: string, value: MetadataValue): number {
  const commas = typeof value === 'object' ? value.length : 0;
  return Buffer.byteLength(JSON.stringify([key, value])) + commas + SPACES;
}
