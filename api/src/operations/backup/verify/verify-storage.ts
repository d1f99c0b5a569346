import { createHash } from 'node:crypto';

import type { Queryable } from '../../../platform/database/database.ts';
import type { ArchiveStorage } from '../../../platform/storage/archive-storage.ts';
import { listNamedFiles, listUploadKeys, readStored, type NamedFile } from '../stored-files.ts';
import type { RowCheck } from './verify-rows.ts';
import { withSnapshot, type DatabaseSettings } from '../../../platform/database/with-snapshot.ts';

/** A newer file without a row may be an upload in progress. */
const UPLOAD_MILLISECONDS = 60 * 60 * 1000;

/** Reads every stored file that the database refers to; `found` is called with a line for each fault. */
export async function verifyStorage(
  settings: DatabaseSettings,
  storage: ArchiveStorage,
  found: (what: string) => void,
): Promise<RowCheck[]> {
  const { named, uploads } = await withSnapshot(settings, listAll);
  const missing: NamedFile[] = [];
  const different: string[] = [];
  for (const file of named) {
    const fault = await faultOf(storage, file);
    if (fault === 'missing') missing.push(file);
    else if (fault !== undefined) different.push(`${file.key} ${fault}`);
  }
  const known = new Set([...named.map(({ key }) => key), ...uploads]);
  const before = Date.now() - UPLOAD_MILLISECONDS;
  const files = await storage.list();
  const old = files.filter(({ modifiedAt }) => modifiedAt.getTime() < before);
  const unknown = old.filter(({ key }) => !known.has(key)).map(({ key }) => key);

  // Files may be purged or stored during the check: only a fault in a second snapshot is a finding.
  const unsure = missing.length + unknown.length > 0;
  const second = unsure ? await withSnapshot(settings, listAll) : { named: [], uploads: [] };
  const now = new Set(second.named.map(({ key }) => key));
  const lost = missing.filter(({ key }) => now.has(key));
  const unnamed = unknown.filter((key) => !now.has(key) && !second.uploads.includes(key));

  for (const { key } of lost) found(`${key} is not in the storage`);
  for (const what of different) found(what);
  for (const key of unnamed) found(`${key} is in the storage, and nothing names it`);
  return [
    { name: 'archives have their file', checked: named.length, broken: lost.length },
    {
      name: 'files have their size and SHA-256',
      checked: named.length - missing.length,
      broken: different.length,
    },
    { name: 'files belong to something', checked: files.length, broken: unnamed.length },
  ];
}

async function listAll(tx: Queryable): Promise<{ named: NamedFile[]; uploads: string[] }> {
  return { named: await listNamedFiles(tx), uploads: await listUploadKeys(tx) };
}

async function faultOf(storage: ArchiveStorage, file: NamedFile): Promise<string | undefined> {
  const pieces = await readStored(storage, file.key);
  if (pieces === undefined) return 'missing';
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    size += piece.length;
  }
  if (file.size !== null && file.size !== size) {
    return `has ${size} bytes in place of ${file.size}`;
  }
  const isSame = file.sha256 === null || file.sha256 === hash.digest('hex');
  return isSame ? undefined : 'has another SHA-256 than when it was uploaded';
}
