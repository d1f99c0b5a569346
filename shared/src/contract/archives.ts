import * as v from 'valibot';

import { shownNameSchema } from './names.ts';
import { idSchema, timestampSchema } from './text.ts';

/** Waiting, being ingested, ingested, refused. */
export const ARCHIVE_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;

export type ArchiveStatus = (typeof ARCHIVE_STATUSES)[number];

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What became of the files of an archive: `failed` are its documents whose processing failed. */
export const archiveCountsSchema = v.object({
  added: count,
  changed: count,
  refused: count,
  failed: count,
});

/**
 * An uploaded zip. `size` in bytes. `status` is one of `ARCHIVE_STATUSES`, or another word of the
 * server's, which is shown as it is; `error` is a sentence. `stored` tells whether its bytes are still
 * there, and can be downloaded. `paused` and `cancelled` tell what a person did; one that is being cancelled
 * is both.
 */
export const archiveSchema = v.object({
  id: idSchema,
  name: shownNameSchema,
  created_at: timestampSchema,
  size: v.number(),
  sync: v.boolean(),
  delete_orphans: v.boolean(),
  purge_on_completion: v.boolean(),
  status: v.nullish(v.string()),
  error: v.nullish(v.string()),
  counts: v.nullish(archiveCountsSchema),
  stored: v.nullish(v.boolean()),
  paused: v.nullish(v.boolean()),
  cancelled: v.nullish(v.boolean()),
});

export type Archive = v.InferOutput<typeof archiveSchema>;

/** `version` is the id of the event of the dataset's stream up to which its changes are included. */
export const archiveListSchema = v.object({
  archives: v.array(archiveSchema),
  version: v.nullish(v.number()),
});

/**
 * What an upload does besides storing the zip. `folder` is the path of the folder whose documents
 * `delete_orphans` may remove; without it, those of the whole dataset.
 */
export interface UploadOptions {
  sync: boolean;
  delete_orphans: boolean;
  purge_on_completion: boolean;
  folder?: string | undefined;
}

export const UPLOAD_OPTION_DEFAULTS: Omit<UploadOptions, 'folder'> = {
  sync: true,
  delete_orphans: false,
  purge_on_completion: true,
};

/** What an archive did to a path; a refused file has a reason. */
export const ENTRY_OUTCOMES = ['added', 'changed', 'unchanged', 'refused', 'removed'] as const;

export type EntryOutcome = (typeof ENTRY_OUTCOMES)[number];

export const receiptCountsSchema = v.object({
  added: count,
  changed: count,
  unchanged: count,
  refused: count,
  removed: count,
  total: count,
});

export type ReceiptCounts = v.InferOutput<typeof receiptCountsSchema>;

/**
 * What an archive did to its dataset, a page at a time. The counts add up to the files of the zip and
 * the removed documents; files that operating systems leave in folders are not counted.
 */
export const archiveReceiptSchema = v.object({
  counts: receiptCountsSchema,
  entries: v.array(
    v.object({
      path: v.string(),
      outcome: v.picklist(ENTRY_OUTCOMES),
      /** Where the document is, if it was moved from this path. */
      moved_to: v.optional(v.string()),
      reason: v.nullish(v.string()),
    }),
  ),
  next_cursor: v.nullish(v.string()),
});

export type ArchiveReceipt = v.InferOutput<typeof archiveReceiptSchema>;

export const RECEIPT_LIMIT_DEFAULT = 100;
export const RECEIPT_LIMIT_MAX = 500;
