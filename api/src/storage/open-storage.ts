import { join } from 'node:path';

import type { Settings } from '../settings.ts';
import type { ArchiveStorage, StorageLocation } from './archive-storage.ts';
import { openFolderStorage } from './folder/folder-storage.ts';

/** Where the settings say that archives are kept. */
export function storageLocation({
  dataDirectory,
  storageUrl,
}: Pick<Settings, 'dataDirectory' | 'storageUrl'>): StorageLocation {
  if (storageUrl !== undefined) return { kind: 's3', url: storageUrl };
  return { kind: 'folder', directory: join(dataDirectory, 'archives') };
}

/** One connection to each bucket for the whole process: a worker opens it for every document. */
const buckets = new Map<string, Promise<ArchiveStorage>>();

/** Opens the storage at a location, in this process or in a worker. */
export function openStorage(location: StorageLocation): Promise<ArchiveStorage> {
  return location.kind === 's3' ? openBucket(location.url) : openFolderStorage(location.directory);
}

function openBucket(url: string): Promise<ArchiveStorage> {
  const opened = buckets.get(url);
  if (opened !== undefined) return opened;
  const opening = import('./s3/s3-storage.ts').then(({ openS3Storage }) => openS3Storage(url));
  buckets.set(url, opening);
  opening.catch(() => buckets.delete(url));
  return opening;
}
