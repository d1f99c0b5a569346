import * as v from 'valibot';

import { ENTRY_OUTCOMES } from './archives.ts';
import { DOCUMENT_STATUSES } from './document-status.ts';
import { idSchema } from './text.ts';

/** Documents that one batch writes and removes. */
export const WRITES_MAX = 1000;

/** Seconds for which a write waits for its outcome; `Prefer: wait=` asks for fewer, or for more up to the limit. */
export const WRITE_WAIT_SECONDS = { default: 10, max: 60 } as const;

/** The part of a batch that says what is to hold, and what is to be removed. */
export const OPERATIONS_FIELD = 'operations';

const pathSchema = v.pipe(v.string(), v.maxLength(4096));
const tagSchema = v.pipe(
  v.string(),
  v.regex(/^(?:\*|[\da-f]{64})$/, 'A condition must be the SHA-256 in hexadecimal, or *'),
);

/** What must hold for the document at a path: the SHA-256 that it has, `*` for any document. */
const conditionEntries = {
  path: pathSchema,
  if_match: v.optional(tagSchema),
  if_none_match: v.optional(v.literal('*', 'if_none_match must be *')),
};

/** What a batch does besides writing the files that it brings. */
export const writeOperationsSchema = v.object({
  documents: v.optional(v.pipe(v.array(v.object(conditionEntries)), v.maxLength(WRITES_MAX)), []),
  remove: v.optional(
    v.pipe(
      v.array(v.object({ path: pathSchema, if_match: conditionEntries.if_match })),
      v.maxLength(WRITES_MAX),
    ),
    [],
  ),
});

export type WriteOperations = v.InferOutput<typeof writeOperationsSchema>;

const EMPTY_BATCH = 'The batch has no documents.';

/** What a batch of JSON does: it brings no files. */
export const removalsSchema = v.object({
  remove: v.pipe(
    v.array(v.object({ path: pathSchema, if_match: conditionEntries.if_match }), EMPTY_BATCH),
    v.minLength(1, EMPTY_BATCH),
    v.maxLength(WRITES_MAX),
  ),
});

/** What happened to one path; a refused one has a reason. `document` is there unless it is gone or refused. */
export const documentWriteSchema = v.object({
  path: v.string(),
  outcome: v.picklist(ENTRY_OUTCOMES),
  reason: v.optional(v.string()),
  document: v.optional(
    v.object({
      id: idSchema,
      size: v.number(),
      sha256: v.nullable(v.string()),
      status: v.picklist(DOCUMENT_STATUSES),
    }),
  ),
});

export type DocumentWrite = v.InferOutput<typeof documentWriteSchema>;

/** What happened to each path of a batch, in the order of the request: files first, then removals. */
export const documentWritesSchema = v.object({
  archive_id: idSchema,
  results: v.array(documentWriteSchema),
});

/** A write that was accepted and is not merged yet. The receipt of the archive will have its outcome. */
export const acceptedWriteSchema = v.object({ archive_id: idSchema });

/** Why a path is refused whose document is not what the request expects. */
export const PRECONDITION_FAILED =
  'The document at this path is not the one that the request expects. Read it again before you write.';

/** Why a removal is refused that finds nothing. */
export const NO_DOCUMENT = 'There is no document at this path.';
