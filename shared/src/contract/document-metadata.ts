import * as v from 'valibot';

import { documentSelectionSchema } from './documents.ts';
import { isStorable, NOT_STORABLE } from './storable.ts';

/** Limits of a document's metadata: keys, UTF-16 units of a key and of a text, texts of a list, bytes in all. */
export const METADATA_MAX = { keys: 64, key: 64, text: 1000, list: 32, bytes: 16 * 1024 } as const;

export type MetadataValue = string | number | boolean | readonly string[];

/** What is known about a document besides its text, such as its author. */
export type DocumentMetadata = Readonly<Record<string, MetadataValue>>;

/** Names that objects of JavaScript have for themselves. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/** A key without control characters, and without a space at its start or end. */
const KEY_PATTERN = String.raw`^[^\s\x00-\x1f\x7f-\x9f](?:[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f])?$`;

/** Returns why a text is no key, in a sentence; undefined for one. */
export function metadataKeyFault(key: string): string | undefined {
  if (key.trim() === '') return 'Type a key';
  if (key !== key.trim()) return 'A key has no space at its start or end';
  if (key.length > METADATA_MAX.key) {
    return `A key has at most ${METADATA_MAX.key} characters`;
  }
  if (/\p{Cc}/u.test(key) || !key.isWellFormed()) {
    return 'The key contains a character that cannot be stored';
  }
  return RESERVED.has(key) ? `${key} cannot be a key` : undefined;
}

/** Returns why something is no value of a key, in a sentence; undefined for a `MetadataValue`. */
export function metadataValueFault(value: unknown): string | undefined {
  if (typeof value === 'boolean') return undefined;
  if (typeof value === 'number') {
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER
      ? undefined
      : `A number is at most ${Number.MAX_SAFE_INTEGER}: beyond that it would be rounded`;
  }
  if (typeof value === 'string') return textFault(value);
  if (!Array.isArray(value)) {
    return 'A value is a text, a number, true, false or a list of texts';
  }
  if (value.length === 0) return 'A list has at least one text';
  if (value.length > METADATA_MAX.list) {
    return `A list has at most ${METADATA_MAX.list} texts`;
  }
  for (const item of value) {
    const fault = typeof item === 'string' ? textFault(item) : 'A list contains only texts';
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function textFault(text: string): string | undefined {
  if (text.trim() === '') return 'Type a value';
  if (text.length > METADATA_MAX.text) {
    return `A text has at most ${METADATA_MAX.text.toLocaleString('en-US')} characters`;
  }
  return isStorable(text) ? undefined : NOT_STORABLE;
}

const valueSchema = v.union([v.string(), v.number(), v.boolean(), v.array(v.string())]);

/**
 * A document's metadata as its file has it, and what Editors set over that; a null hides a key of the
 * file's.
 */
export const documentMetadataSchema = v.object({
  read: v.record(v.string(), valueSchema),
  edited: v.record(v.string(), v.nullable(valueSchema)),
});

export interface DocumentMetadataParts {
  read: DocumentMetadata;
  edited: Readonly<Record<string, MetadataValue | null>>;
}

/** Returns a document's metadata: what its file says, with what Editors set over it. */
export function overlaidMetadata({ read, edited }: DocumentMetadataParts): DocumentMetadata {
  return Object.fromEntries(
    Object.entries({ ...read, ...edited }).flatMap(([key, value]) =>
      value === null ? [] : [[key, value] as const],
    ),
  );
}

/** A key of metadata. */
export const metadataKeySchema = v.pipe(
  v.string(),
  v.metadata({ pattern: KEY_PATTERN, maxLength: METADATA_MAX.key }),
  v.rawCheck(({ dataset, addIssue }) => {
    const fault = dataset.typed ? metadataKeyFault(dataset.value) : undefined;
    if (fault !== undefined) addIssue({ message: fault });
  }),
  v.transform((key) => key.normalize('NFC')),
);

const keysSchema = v.pipe(
  v.array(metadataKeySchema),
  v.maxLength(METADATA_MAX.keys, `Choose at most ${METADATA_MAX.keys} keys`),
);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A record of Valibot's leaves out reserved keys, which are to be refused. */
const valuesSchema = v.pipe(
  v.custom<Record<string, unknown>>(isRecord, 'set must be an object of keys and values'),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const entries = Object.entries(dataset.value);
    if (entries.length > METADATA_MAX.keys) {
      addIssue({ message: `A document has at most ${METADATA_MAX.keys} keys` });
    }
    for (const [key, value] of entries.slice(0, METADATA_MAX.keys)) {
      const fault = metadataKeyFault(key) ?? metadataValueFault(value);
      if (fault !== undefined) addIssue({ message: fault });
    }
  }),
  v.transform((values): DocumentMetadata =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key.normalize('NFC'),
        normalized(value as MetadataValue),
      ]),
    ),
  ),
);

function normalized(value: MetadataValue): MetadataValue {
  if (typeof value === 'string') return value.normalize('NFC');
  return typeof value === 'object' ? value.map((item) => item.normalize('NFC')) : value;
}

/**
 * What to change in the metadata of documents: keys to set, to remove (also where the file has them), and
 * to reset to what the file says.
 */
export const editMetadataInputSchema = v.pipe(
  v.strictObject({
    documents: documentSelectionSchema,
    set: v.optional(valuesSchema, {}),
    remove: v.optional(keysSchema, []),
    reset: v.optional(keysSchema, []),
  }),
  v.check(
    ({ set, remove, reset }) => Object.keys(set).length + remove.length + reset.length > 0,
    'Send what to set, to remove or to reset',
  ),
  v.check(({ set, remove, reset }) => {
    const keys = [...Object.keys(set), ...remove, ...reset];
    return new Set(keys).size === keys.length;
  }, 'A key is either set, removed or reset, and only once'),
);

export type EditMetadataInput = v.InferInput<typeof editMetadataInputSchema>;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** How many documents were changed, and how many were left as they are, as they would exceed the limits. */
export const editedMetadataSchema = v.object({ changed: count, skipped: count });

export type EditedMetadata = v.InferOutput<typeof editedMetadataSchema>;

/**
 * Keys that documents of a dataset have, the most frequent first, each with its most frequent values.
 * With `is_partial`, there may be others.
 */
export const metadataKeysSchema = v.object({
  keys: v.array(v.object({ key: v.string(), documents: count, values: v.array(v.string()) })),
  is_partial: v.boolean(),
});

export type MetadataKeys = v.InferOutput<typeof metadataKeysSchema>;
