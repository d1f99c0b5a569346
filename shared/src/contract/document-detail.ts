import * as v from 'valibot';

import { chunkChangeSchema } from './chunk-changes.ts';
import { documentMetadataSchema } from './document-metadata.ts';
import { documentOcrSchema, documentSchema } from './documents.ts';
import { shownNameSchema } from './names.ts';
import { omissionSchema } from './omissions.ts';
import { idSchema, timestampSchema } from './text.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * Where a document's original bytes are: `stored`; `gone` with their archive; or `unreadable`, where the
 * archive's entry could never be read.
 */
export const ORIGINAL_STATES = ['stored', 'gone', 'unreadable'] as const;

export type OriginalState = (typeof ORIGINAL_STATES)[number];

/** Settings by which a document was split: characters of a chunk and of its overlap. */
export const usedSettingsSchema = v.object({
  chunk_size: v.number(),
  chunk_overlap: v.number(),
  has_template: v.boolean(),
});

export type UsedSettings = v.InferOutput<typeof usedSettingsSchema>;

/** What can happen to a document. Clients show a stage that they do not know by its name. */
export const HISTORY_STAGES = [
  'received',
  'partition',
  'ocr',
  'chunk',
  'embed',
  'retry',
  'unpack',
  'change',
  'move',
] as const;

/**
 * An entry of a document's history. `ms` is how long the stage took; `error` is a sentence, `detail` what
 * the program said that failed; `pages` were read by OCR, and `unread` could not be; `omitted` is what was left
 * out of the file when it was read; `archive` is the name of the
 * archive or document that brought the bytes; `documents` is how many files inside of it are documents. Of a `change` of
 * its chunks by people, `chunks` is how often they did in a row. `from` and `to` are paths of a document that was moved.
 */
export const historyEntrySchema = v.object({
  stage: v.string(),
  at: timestampSchema,
  ms: v.nullish(v.number()),
  attempt: v.nullish(v.number()),
  error: v.nullish(v.string()),
  detail: v.nullish(v.string()),
  archive: v.nullish(shownNameSchema),
  chunks: v.nullish(count),
  pages: v.nullish(count),
  unread: v.nullish(count),
  omitted: v.nullish(v.array(omissionSchema)),
  documents: v.nullish(count),
  from: v.nullish(v.string()),
  to: v.nullish(v.string()),
  settings: v.nullish(usedSettingsSchema),
});

export type HistoryEntry = v.InferOutput<typeof historyEntrySchema>;

/** Entries of a document's history that are kept: the newest. */
export const HISTORY_MAX = 20;

const neighbourSchema = v.object({ id: idSchema, name: shownNameSchema });

/** A document with everything its page shows besides its text. */
export const documentDetailSchema = v.object({
  ...documentSchema.entries,
  /** When its content was last processed. */
  updated_at: timestampSchema,
  kind: v.string(),
  /** SHA-256 of the original in hex, where it could be read. */
  sha256: v.nullish(v.string()),
  original: v.picklist(ORIGINAL_STATES),
  /** The number of its bytes: each replacement adds one. Absent from servers that keep no versions. */
  version: v.nullish(count),
  dataset: v.object({ id: idSchema, name: shownNameSchema }),
  /** The archive that brought it, while it exists. */
  archive: v.nullish(
    v.object({ id: idSchema, name: shownNameSchema, created_at: timestampSchema }),
  ),
  /** The source that keeps it up to date, and where people open it there. */
  source: v.optional(
    v.object({
      id: idSchema,
      name: shownNameSchema,
      kind: v.string(),
      url: v.optional(v.string()),
    }),
  ),
  chunk_count: count,
  /** Changes with each set of chunks, so that a client does not mix two. */
  chunk_version: v.nullish(v.string()),
  settings: v.nullish(usedSettingsSchema),
  /** Whether the dataset's settings have changed since its chunks were made. */
  outdated: v.boolean(),
  /** Whether it is being processed again; meanwhile it is searched by the chunks that it has. */
  reprocessing: v.nullish(v.boolean()),
  /** What of it was read by OCR; null where nothing was. */
  ocr: v.nullish(documentOcrSchema),
  /** What was left out of its file when it was read; null for nothing. */
  omitted: v.nullish(v.array(omissionSchema)),
  /** Whether its text is of an earlier version of the readers. */
  older_reader: v.nullish(v.boolean()),
  /** What is known about it besides its text; null where there is nothing. */
  metadata: v.nullish(documentMetadataSchema),
  /** How many changes people made of its chunks, and how many of them are lost; absent where nobody did. */
  chunk_changes: v.nullish(v.object({ changed: count, lost: count })),
  /** Its neighbours in its folder, by name. */
  previous: v.nullish(neighbourSchema),
  next: v.nullish(neighbourSchema),
  history: v.array(historyEntrySchema),
});

export type DocumentDetail = v.InferOutput<typeof documentDetailSchema>;

export const CHUNK_PAGE_LIMIT_DEFAULT = 100;
export const CHUNK_PAGE_LIMIT_MAX = 200;

/**
 * A chunk of a document. `rendered` is its text by the dataset's template. `start` and `end` count UTF-16
 * code units of the document's text: its blocks with a blank line between them.
 */
export const documentChunkSchema = v.object({
  number: count,
  text: v.string(),
  rendered: v.nullish(v.string()),
  page_first: v.nullish(v.number()),
  page_last: v.nullish(v.number()),
  headings: v.array(v.string()),
  /** How sure OCR is of the text, from 0 to 100; null where none of it is from OCR. */
  confidence: v.nullish(v.number()),
  start: v.nullish(count),
  end: v.nullish(count),
  /** Whether it is switched off: no search returns it. Absent where it is not. */
  off: v.nullish(v.boolean()),
  /** What people changed of it; absent where nobody did. */
  change: v.nullish(chunkChangeSchema),
  /** Its entity tag, where the request asks for it: what a change names as seen. */
  etag: v.nullish(v.string()),
});

export type DocumentChunk = v.InferOutput<typeof documentChunkSchema>;

/** Chunks by number, from one on. */
export const documentChunksSchema = v.object({
  total: count,
  version: v.nullish(v.string()),
  chunks: v.array(documentChunkSchema),
});

export type DocumentChunks = v.InferOutput<typeof documentChunksSchema>;

/** Chunks after a change: `removed` chunks from `number` on gave way to these. */
export const changedChunksSchema = v.object({
  ...documentChunksSchema.entries,
  number: count,
  removed: count,
});

export type ChangedChunks = v.InferOutput<typeof changedChunksSchema>;

export const BLOCK_KINDS = ['heading', 'paragraph', 'table', 'list'] as const;

/**
 * A piece of a document's text in reading order, as the pipeline read it. A table has a line for each row
 * with ` | ` between cells; a list a line for each item, indented by depth.
 */
export const documentBlockSchema = v.object({
  kind: v.string(),
  text: v.string(),
  level: v.nullish(v.number()),
  page: v.nullish(v.number()),
  /** Where it starts in the document's text, in UTF-16 code units. */
  start: count,
});

export type DocumentBlock = v.InferOutput<typeof documentBlockSchema>;

/** Blocks from a place on; `next` is the place of the following page, absent on the last. */
export const documentTextSchema = v.object({
  blocks: v.array(documentBlockSchema),
  next: v.nullish(count),
});

export type DocumentText = v.InferOutput<typeof documentTextSchema>;
