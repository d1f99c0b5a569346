import * as v from 'valibot';

import { idSchema, timestampSchema } from './text.ts';

/** An uploaded zip. `size` in bytes. */
export const archiveSchema = v.object({
  id: idSchema,
  name: v.string(),
  created_at: timestampSchema,
  size: v.number(),
  sync: v.boolean(),
  delete_orphans: v.boolean(),
  purge_on_completion: v.boolean(),
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
