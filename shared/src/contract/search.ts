import * as v from 'valibot';

import { DOCUMENT_KIND_NAMES } from './document-kind.ts';
import { shownNameSchema } from './names.ts';
import { isStorableJson, NOT_STORABLE, storable } from './storable.ts';
import { idSchema, SHOWN, timestampSchema } from './text.ts';

export const SEARCH_QUERY_MAX = 10_000;
export const SEARCH_LIMIT_MAX = 50;
export const SEARCH_LIMIT_DEFAULT = 10;
export const SEARCH_NEIGHBOURS_MAX = 3;
/** Datasets that a filter names at most. */
export const SEARCH_DATASETS_MAX = 100;
/** Folders, and months, that a filter names at most. */
export const SEARCH_FOLDERS_MAX = 20;
export const SEARCH_MONTHS_MAX = 24;

/** How a search ranks: by words, by meaning (vectors), by both, or by what the server can do. */
export const SEARCH_MODES = ['auto', 'words', 'meaning', 'hybrid'] as const;

export type SearchMode = (typeof SEARCH_MODES)[number];

const documentKindSchema = v.picklist(DOCUMENT_KIND_NAMES, 'Unknown kind of document');

const filterText = (max: number, label: string) =>
  v.pipe(v.string(), v.maxLength(max, `${label} must be at most ${max} characters`), storable);

/** Refuses arrays, which schemas of objects take for an object without fields. */
const noArray = <T>(label: string) =>
  v.custom<T>((value) => !Array.isArray(value), `${label} must be an object`);

/** Returns a schema that refuses arrays, and is described like the one of the fields. */
function refusingArrays<Schema extends v.GenericSchema>(fields: Schema, label: string): Schema {
  const refusal = noArray(label);
  return {
    ...fields,
    '~run': (dataset: Parameters<Schema['~run']>[0], config: Parameters<Schema['~run']>[1]) =>
      (Array.isArray(dataset.value) ? refusal : fields)['~run'](dataset, config),
  };
}

const filterFields = v.strictObject({
  datasets: v.optional(
    v.pipe(
      v.array(idSchema),
      v.maxLength(SEARCH_DATASETS_MAX, `Choose at most ${SEARCH_DATASETS_MAX} datasets`),
    ),
  ),
  /** A folder's path, without a slash at the end; documents below it at any depth. */
  folder: v.optional(filterText(4096, 'Folder')),
  /** The same for several: documents below any of them. An empty list is no filter. */
  folders: v.optional(
    v.pipe(
      v.array(filterText(4096, 'Folder')),
      v.maxLength(SEARCH_FOLDERS_MAX, `Choose at most ${SEARCH_FOLDERS_MAX} folders`),
    ),
  ),
  kind: v.optional(v.pipe(v.array(documentKindSchema), v.maxLength(DOCUMENT_KIND_NAMES.length))),
  /** Part of the document's path, in any case. */
  name: v.optional(filterText(255, 'Name')),
  /** When the document's content was last processed: `from` is included, `to` is not. */
  changed: v.optional(
    refusingArrays(
      v.strictObject({ from: v.optional(timestampSchema), to: v.optional(timestampSchema) }),
      'Changed',
    ),
  ),
  /** The same by calendar months in UTC, as "2026-11": any of them. An empty list is no filter. */
  changed_in: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Write a month as 2026-11'))),
      v.maxLength(SEARCH_MONTHS_MAX, `Choose at most ${SEARCH_MONTHS_MAX} months`),
    ),
  ),
  /** Keys and values of the metadata parameters of the document's dataset. */
  metadata: v.optional(
    v.pipe(
      noArray<Record<string, string | number | boolean>>('Metadata'),
      v.record(filterText(255, 'Key'), v.union([v.string(), v.number(), v.boolean()])),
      v.check((record) => Object.keys(record).length <= 20, 'Name at most 20 keys of metadata'),
      v.check((record) => isStorableJson(record), NOT_STORABLE),
    ),
  ),
});

/** Which documents are searched. Each field narrows the search; all of them apply. */
export const searchFilterSchema = refusingArrays(filterFields, 'Filter');

export type SearchFilter = v.InferOutput<typeof searchFilterSchema>;

export const searchInputSchema = v.object({
  query: v.pipe(
    v.string('Query is required'),
    v.metadata(SHOWN),
    v.maxLength(SEARCH_QUERY_MAX, `Query must be at most ${SEARCH_QUERY_MAX} characters`),
    storable,
    v.transform((text) => text.trim()),
    v.nonEmpty('Query is required'),
  ),
  limit: v.optional(
    v.pipe(
      v.number(),
      v.integer('Limit must be a whole number'),
      v.minValue(1, 'Limit must be at least 1'),
      v.maxValue(SEARCH_LIMIT_MAX, `Limit must be at most ${SEARCH_LIMIT_MAX}`),
    ),
    SEARCH_LIMIT_DEFAULT,
  ),
  mode: v.optional(v.picklist(SEARCH_MODES, 'Unknown mode'), 'auto'),
  filter: v.optional(searchFilterSchema, {}),
  /** Chunks before and after each result. */
  neighbours: v.optional(
    v.pipe(
      v.number(),
      v.integer('Neighbours must be a whole number'),
      v.minValue(0, 'Neighbours must be at least 0'),
      v.maxValue(SEARCH_NEIGHBOURS_MAX, `Neighbours must be at most ${SEARCH_NEIGHBOURS_MAX}`),
    ),
    0,
  ),
  /** False leaves the reranker out, where the server has one. */
  rerank: v.optional(v.boolean(), true),
  /** With `document`, the best chunk of each document, and a passage that several have once. */
  group: v.optional(v.picklist(['document'], 'Unknown group')),
  /** Only chunks of this document, with the ranks that they have among those of all documents. */
  document: v.optional(idSchema),
  /** With `alternatives`, each facet counts what the filters of the others leave, so that it takes several values. */
  facets: v.optional(v.picklist(['filtered', 'alternatives'], 'Unknown facets')),
  /** Whether to say which words counted, and how much. */
  explain: v.optional(v.boolean(), false),
  /** False for a search while its query is still typed: it is not counted in what people ask. */
  final: v.optional(v.boolean(), true),
});

export type SearchInput = v.InferOutput<typeof searchInputSchema>;
/** What a caller sends: fields with defaults may be absent. */
export type SearchRequest = v.InferInput<typeof searchInputSchema>;

const rank = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const neighbourSchema = v.object({ number: count, text: v.string() });

/** A chunk that was found, best first. */
export const searchResultSchema = v.object({
  /**
   * `number` counts from 0 within the document. `pages` and `headings` are empty where the format has
   * none; `start` and `end` are offsets in the document's text, in UTF-16 code units.
   */
  chunk: v.object({
    number: count,
    pages: v.array(count),
    headings: v.array(v.string()),
    start: v.nullish(count),
    end: v.nullish(count),
    /** How sure OCR is of the text, from 0 to 100; null where none of it is from OCR. */
    confidence: v.nullish(v.number()),
  }),
  /** `url` is where the console shows the document, a path. */
  document: v.object({
    id: idSchema,
    name: shownNameSchema,
    path: v.string(),
    kind: v.string(),
    changed_at: timestampSchema,
    dataset: v.object({ id: idSchema, name: shownNameSchema }),
    url: v.string(),
    /** Where it came from, of a document of a source. */
    source_url: v.optional(v.string()),
  }),
  text: v.string(),
  /** Words of the query in `text`, as ranges of UTF-16 code units, in their order. */
  highlights: v.array(v.tuple([count, count])),
  /** Orders the results of one search; it says nothing across searches. */
  score: v.number(),
  /** The place in each list, from 1; null where the list lacks the chunk or was not made. */
  ranks: v.object({ words: rank, meaning: rank, rerank: rank }),
  /** With `explain`: the words of the query in this chunk, each with its share of the score by words. */
  words: v.nullish(v.array(v.object({ word: v.string(), weight: v.number() }))),
  before: v.array(neighbourSchema),
  after: v.array(neighbourSchema),
  /** With `group`: how many more chunks of the document are among the best matches. */
  more: v.nullish(count),
  /** Whether these are all of its chunks that match: false where only the best matches were looked at. */
  more_exact: v.nullish(v.boolean()),
  /** With `group`: other documents with the same passage, which have no result of their own. */
  also: v.nullish(
    v.array(
      v.object({
        id: idSchema,
        name: shownNameSchema,
        path: v.string(),
        dataset: v.object({ id: idSchema, name: shownNameSchema }),
        url: v.string(),
      }),
    ),
  ),
});

export type SearchResult = v.InferOutput<typeof searchResultSchema>;

/** Why a search has no results. */
export const EMPTY_REASONS = [
  /** Nothing is attached to the workspace, or the filter names none of its datasets. */
  'no_datasets',
  /** No document of the datasets is searchable yet. */
  'no_documents',
  /** The query has no word that can be searched for, such as only stop words or punctuation. */
  'no_words',
  /** Documents match the words, but the filter excludes them; or it excludes every document. */
  'filtered',
  'no_match',
] as const;

export type EmptyReason = (typeof EMPTY_REASONS)[number];

/** Whether a server can search by meaning: its embedding service is set, or the vectors of a new model are being made. */
export const MEANING_STATES = ['ready', 'off', 'building'] as const;

const facet = { count };

export const searchResponseSchema = v.object({
  results: v.array(searchResultSchema),
  /** The mode that was used. */
  mode: v.picklist(['words', 'meaning', 'hybrid']),
  meaning: v.object({
    state: v.picklist(MEANING_STATES),
    /** While building: chunks that have a vector of the new model, of all. */
    done: v.nullish(count),
    total: v.nullish(count),
    /** While off: why the model that the settings name cannot be used at present. */
    reason: v.nullish(v.string()),
  }),
  empty: v.nullish(v.picklist(EMPTY_REASONS)),
  /** With `explain`: the words of the query that were looked for. */
  words: v.nullish(v.array(v.string())),
  /** What was searched. */
  searched: v.object({ datasets: count, documents: count, chunks: count }),
  /** Among the best matches, at most 200: where they are. */
  facets: v.object({
    datasets: v.array(v.object({ id: idSchema, name: shownNameSchema, ...facet })),
    folders: v.array(v.object({ path: v.string(), ...facet })),
    kinds: v.array(v.object({ kind: v.string(), ...facet })),
    /** By calendar month of the change in UTC, as "2026-11", newest first. */
    months: v.array(v.object({ month: v.string(), ...facet })),
  }),
  /** Milliseconds by step; null for a step that was not taken. */
  took: v.object({
    total: v.number(),
    words: v.nullable(v.number()),
    embedding: v.nullable(v.number()),
    meaning: v.nullable(v.number()),
    rerank: v.nullable(v.number()),
    reading: v.number(),
  }),
  /** A sentence that says what is missing from these results; null where nothing is. */
  partial: v.nullish(v.string()),
  /** The query with words that are in documents, for words that are in none; null where it is right as it is. */
  did_you_mean: v.nullish(v.string()),
});

export type SearchResponse = v.InferOutput<typeof searchResponseSchema>;
