import * as v from 'valibot';

import type { UploadKind } from '../sending/upload-kind.ts';
import { REMEMBERED_UPLOADS } from './remembered-count.ts';

/** Uploads that are remembered, newest last. */
const REMEMBERED_MAX = 40;

const optionsSchema = v.object({
  sync: v.boolean(),
  delete_orphans: v.boolean(),
  purge_on_completion: v.boolean(),
  folder: v.optional(v.string()),
});

const rememberedSchema = v.object({
  id: v.string(),
  datasetId: v.string(),
  kind: v.picklist(['archive', 'files'] satisfies UploadKind[]),
  options: optionsSchema,
});

/** What this browser knows about an upload that the server does not list. */
export type RememberedUpload = v.InferOutput<typeof rememberedSchema>;

const storedSchema = v.pipe(v.string(), v.parseJson(), v.array(rememberedSchema));

function readAll(): RememberedUpload[] {
  try {
    const stored = v.safeParse(storedSchema, localStorage.getItem(REMEMBERED_UPLOADS));
    return stored.success ? stored.output : [];
  } catch {
    return [];
  }
}

function writeAll(uploads: readonly RememberedUpload[]): void {
  try {
    if (uploads.length === 0) localStorage.removeItem(REMEMBERED_UPLOADS);
    else localStorage.setItem(REMEMBERED_UPLOADS, JSON.stringify(uploads.slice(-REMEMBERED_MAX)));
  } catch {
    // Without storage the options are chosen once more.
  }
}

/** Returns what is remembered of an upload; undefined for one that began in another browser. */
export function rememberedUpload(uploadId: string): RememberedUpload | undefined {
  return readAll().find(({ id }) => id === uploadId);
}

export function rememberUpload(upload: RememberedUpload): void {
  writeAll([...readAll().filter(({ id }) => id !== upload.id), upload]);
}

export function forgetUpload(uploadId: string): void {
  writeAll(readAll().filter(({ id }) => id !== uploadId));
}

/** Forgets the uploads into a dataset that are not unfinished any more. */
export function keepRemembered(datasetId: string, unfinished: readonly string[]): void {
  const all = readAll();
  const kept = all.filter((each) => each.datasetId !== datasetId || unfinished.includes(each.id));
  if (kept.length < all.length) writeAll(kept);
}
