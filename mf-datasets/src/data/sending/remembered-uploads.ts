import type { UploadOptions } from '@carrel/shared/contract';

import type { UploadKind } from './upload-kind.ts';
import { REMEMBERED_UPLOADS } from './remembered-count.ts';

/** Uploads that are remembered, newest last. */
const REMEMBERED_MAX = 40;

/** What this browser knows about an upload that the server does not list. */
export interface RememberedUpload {
  id: string;
  datasetId: string;
  kind: UploadKind;
  options: UploadOptions;
}

/** Whether a stored value is of this version. Without a schema: its functions would be loaded with the first screen. */
function isRemembered(value: unknown): value is RememberedUpload {
  const { id, datasetId, kind, options } = (value ?? {}) as Partial<Record<string, unknown>>;
  const { sync, delete_orphans, purge_on_completion } = (options ?? {}) as Partial<UploadOptions>;
  return (
    typeof id === 'string' &&
    typeof datasetId === 'string' &&
    (kind === 'archive' || kind === 'files') &&
    [sync, delete_orphans, purge_on_completion].every((option) => typeof option === 'boolean')
  );
}

function readAll(): RememberedUpload[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(REMEMBERED_UPLOADS) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRemembered) : [];
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
