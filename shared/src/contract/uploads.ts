import * as v from 'valibot';

import { shownNameSchema } from './names.ts';
import { idSchema, timestampSchema } from './text.ts';

const bytes = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Bytes above which a file is sent in parts, and goes on after a broken connection. */
export const RESUMABLE_FROM_BYTES = 8 * 1024 * 1024;

/**
 * An upload that is not an archive yet: `received` of its `size` bytes have arrived. `fingerprint` is what its
 * client told the file by.
 */
export const resumableUploadSchema = v.object({
  id: idSchema,
  dataset_id: idSchema,
  filename: shownNameSchema,
  fingerprint: v.string(),
  size: bytes,
  received: bytes,
  created_at: timestampSchema,
  expires_at: timestampSchema,
});

export type ResumableUpload = v.InferOutput<typeof resumableUploadSchema>;

/** The caller's own unfinished uploads. */
export const resumableUploadListSchema = v.object({ uploads: v.array(resumableUploadSchema) });
