import * as v from 'valibot';

import { CHUNK_SIZE_MAX } from './datasets.ts';
import { shownNameSchema } from './names.ts';
import { idSchema, timestampSchema } from './text.ts';

/** Keywords and questions of one chunk, and characters of one. */
export const CHUNK_KEYWORDS_MAX = { count: 50, length: 100 } as const;
export const CHUNK_QUESTIONS_MAX = { count: 20, length: 500 } as const;

/** Changes of one document, and of the documents of a dataset. */
export const CHUNK_CHANGES_MAX = { document: 1000, dataset: 10_000 } as const;

/** What people did to a chunk. */
export const CHUNK_CHANGE_KINDS = [
  'off',
  'edited',
  'split',
  'joined',
  'keywords',
  'questions',
] as const;

export type ChunkChangeKind = (typeof CHUNK_CHANGE_KINDS)[number];

const number = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Who changed a chunk; null where the account is gone. */
const changedBySchema = v.nullable(v.object({ id: idSchema, name: shownNameSchema }));

/**
 * What people changed of a chunk. `original` is the text of the document in its place, where its own text was edited.
 * `keywords` and `questions` are searched with the chunk, and are no text of the document.
 */
export const chunkChangeSchema = v.object({
  id: idSchema,
  kinds: v.array(v.string()),
  changed_by: changedBySchema,
  changed_at: timestampSchema,
  original: v.nullish(v.string()),
  keywords: v.nullish(v.array(v.string())),
  questions: v.nullish(v.array(v.string())),
});

export type ChunkChange = v.InferOutput<typeof chunkChangeSchema>;

const cleanText = (text: string) => text.replaceAll('\r\n', '\n').replaceAll('\u0000', '');

/** A chunk's text as a person typed it. Blank lines around it do not count. */
export const chunkTextSchema = v.pipe(
  v.string('Type the text of the chunk.'),
  v.transform((text) =>
    cleanText(text)
      .toWellFormed()
      .replace(/^\s*\n|\s+$/g, ''),
  ),
  v.check((text) => text.trim() !== '', 'A chunk needs a text. Switch it off to leave it out.'),
  v.maxLength(
    CHUNK_SIZE_MAX,
    `A chunk has at most ${CHUNK_SIZE_MAX.toLocaleString('en-US')} characters. Split it first.`,
  ),
);

const lines = (noun: string, max: { count: number; length: number }) =>
  v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.transform((text) => cleanText(text).toWellFormed().replaceAll(/\s+/g, ' ').trim()),
        v.maxLength(max.length, `A ${noun} has at most ${max.length} characters.`),
      ),
    ),
    v.transform((all) => [...new Set(all.filter((text) => text !== ''))]),
    v.maxLength(max.count, `A chunk has at most ${max.count} ${noun}s.`),
  );

/** What to change of a chunk; what is absent stays. */
export const changeChunkInputSchema = v.pipe(
  v.object({
    text: v.optional(chunkTextSchema),
    off: v.optional(v.boolean()),
    keywords: v.optional(lines('keyword', CHUNK_KEYWORDS_MAX)),
    questions: v.optional(lines('question', CHUNK_QUESTIONS_MAX)),
  }),
  v.check(
    (change) => Object.values(change).some((value) => value !== undefined),
    'Send what to change: text, off, keywords or questions.',
  ),
);

export type ChangeChunkInput = v.InferInput<typeof changeChunkInputSchema>;

/** Where to split a chunk: UTF-16 code units of its text before the second part. */
export const splitChunkInputSchema = v.object({
  at: v.pipe(v.number(), v.integer(), v.minValue(1, 'Choose a place within the text.')),
});

export type SplitChunkInput = v.InferOutput<typeof splitChunkInputSchema>;

/** The chunk after it as the client saw it, by its entity tag. */
export const joinChunksInputSchema = v.object({ next: v.string() });

export type JoinChunksInput = v.InferOutput<typeof joinChunksInputSchema>;

/** The chunk that a lost change is made of instead, by its entity tag. */
export const applyChunkChangeInputSchema = v.object({
  number,
  etag: v.string(),
});

export type ApplyChunkChangeInput = v.InferOutput<typeof applyChunkChangeInputSchema>;

/** A chunk that stands for a passage, of a change. */
const changedPieceSchema = v.object({
  text: v.string(),
  off: v.nullish(v.boolean()),
  keywords: v.nullish(v.array(v.string())),
  questions: v.nullish(v.array(v.string())),
});

/** A change of a document. `number` is its first chunk; null where it is lost, since when `lost_at` says. */
export const documentChunkChangeSchema = v.object({
  ...v.omit(chunkChangeSchema, ['original', 'keywords', 'questions']).entries,
  number: v.nullable(number),
  lost_at: v.nullable(timestampSchema),
  /** The text of the document that it replaces. */
  passage: v.string(),
  chunks: v.array(changedPieceSchema),
});

export type DocumentChunkChange = v.InferOutput<typeof documentChunkChangeSchema>;

/** All changes of a document, the lost ones first. */
export const documentChunkChangesSchema = v.object({
  changes: v.array(documentChunkChangeSchema),
});

export type DocumentChunkChanges = v.InferOutput<typeof documentChunkChangesSchema>;

/** The documents of a dataset with changed chunks, those with lost changes first, at most 100. */
export const datasetChunkChangesSchema = v.object({
  changed: number,
  lost: number,
  documents: v.array(
    v.object({
      id: idSchema,
      name: shownNameSchema,
      path: shownNameSchema,
      changed: number,
      lost: number,
    }),
  ),
});

export type DatasetChunkChanges = v.InferOutput<typeof datasetChunkChangesSchema>;
