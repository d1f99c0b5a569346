import * as v from 'valibot';

import { idSchema, timestampSchema } from './text.ts';

/** Waiting, its files becoming documents, all read, refused. */
export const ARCHIVE_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;

export type ArchiveStatus = (typeof ARCHIVE_STATUSES)[number];

/**
 * An uploaded zip. `size` in bytes. A server may say in `status` how far the reading of its files
 * is (`ARCHIVE_STATUSES`, or a word of its own that is shown as it is); `error` is a sentence.
 */
export const archiveSchema = v.object({
  id: idSchema,
  name: v.string(),
  created_at: timestampSchema,
  size: v.number(),
  sync: v.boolean(),
  delete_orphans: v.boolean(),
  purge_on_completion: v.boolean(),
  status: v.nullish(v.string()),
  error: v.nullish(v.string()),
});

export type Archive = v.InferOutput<typeof archiveSchema>;

export const archiveListSchema = v.object({ archives: v.array(archiveSchema) });

/** What an upload does beside storing the zip. */
export const uploadOptionsSchema = v.object({
  sync: v.boolean(),
  delete_orphans: v.boolean(),
  purge_on_completion: v.boolean(),
});

export type UploadOptions = v.InferOutput<typeof uploadOptionsSchema>;

export const UPLOAD_OPTION_DEFAULTS: UploadOptions = {
  sync: true,
  delete_orphans: false,
  purge_on_completion: true,
};

/** Carries the zip's name, URL-encoded. */
export const FILENAME_HEADER = 'X-Filename';
