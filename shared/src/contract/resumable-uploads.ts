import * as v from 'valibot';

import { shownNameSchema } from './names.ts';
import { idSchema, timestampSchema } from './text.ts';

/** For how long an upload waits for its next bytes. */
export const UPLOAD_EXPIRY_HOURS = 24;

/** Unfinished uploads of an organization, and of one account or API key in it, at most. */
export const UNFINISHED_UPLOADS_MAX = { organization: 100, account: 20 } as const;

/** Characters at most. */
export const FINGERPRINT_MAX = 200;

/** Bytes that are stored durably at once. A client loses at most as many when its connection breaks. */
export const UPLOAD_PART_BYTES = 8 * 1024 * 1024;

/**
 * An unfinished upload of the caller's. `size` and `received` in bytes; `fingerprint` is what the client
 * named it by, to find it again.
 */
export const resumableUploadSchema = v.object({
  id: idSchema,
  dataset_id: idSchema,
  filename: shownNameSchema,
  fingerprint: v.nullish(v.string()),
  size: v.number(),
  received: v.number(),
  created_at: timestampSchema,
  expires_at: timestampSchema,
});

export type ResumableUpload = v.InferOutput<typeof resumableUploadSchema>;

export const resumableUploadListSchema = v.object({ uploads: v.array(resumableUploadSchema) });

export type ResumableUploadList = v.InferOutput<typeof resumableUploadListSchema>;
