import * as v from 'valibot';

import { ORIGINAL_STATES } from './document-detail.ts';
import { shownNameSchema } from './names.ts';
import { textComparisonSchema } from './text-comparison.ts';
import { idSchema, timestampSchema } from './text.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What a document was or is, by number: each replacement of its bytes adds one. */
export const documentVersionSchema = v.object({
  number: count,
  /** The name that its file had. */
  name: shownNameSchema,
  size: count,
  /** SHA-256 of the bytes in hex, where they could be read. */
  sha256: v.nullish(v.string()),
  /** That of its last chunks: links to passages of them begin with its first characters. */
  chunk_version: v.nullish(v.string()),
  received_at: timestampSchema,
  /** The name of the archive that brought it. */
  received_from: v.nullish(shownNameSchema),
  /** When it was replaced, and by which archive; null for the current one. */
  replaced_at: v.nullish(timestampSchema),
  replaced_by: v.nullish(shownNameSchema),
  /** When it is deleted; null for the current one. */
  expires_at: v.nullish(timestampSchema),
  original: v.picklist(ORIGINAL_STATES),
  /** Whether its text was kept. Without it, the text is read from the original, where that is stored. */
  has_text: v.boolean(),
});

export type DocumentVersion = v.InferOutput<typeof documentVersionSchema>;

/** The newest first; the first is the current one. */
export const documentVersionsSchema = v.object({ versions: v.array(documentVersionSchema) });

export type DocumentVersions = v.InferOutput<typeof documentVersionsSchema>;

/** What differs between the texts of two versions. */
export const versionComparisonSchema = v.object({
  from: count,
  to: count,
  ...textComparisonSchema.entries,
});

export type VersionComparison = v.InferOutput<typeof versionComparisonSchema>;

/** `unchanged` where the document has these bytes; else `id` is of the archive that brings them. */
export const restoredVersionSchema = v.object({
  outcome: v.picklist(['restored', 'unchanged']),
  id: v.optional(idSchema),
});

export type RestoredVersion = v.InferOutput<typeof restoredVersionSchema>;

/** Characters of a text that is compared. */
export const COMPARED_CHARACTERS_MAX = 10_000_000;
/** Changes of a page of a comparison. */
export const CHANGES_PER_PAGE = 500;
