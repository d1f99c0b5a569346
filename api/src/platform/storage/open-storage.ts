import { join } from 'node:path';

import type { Settings } from '../settings/settings.ts';
import type { ArchiveStorage, StorageLocation } from './archive-storage.ts';
import { openFolderStorage } from './folder/folder-storage.ts';

/** The folder of stored files in a data directory. */
export const ARCHIVES_FOLDER = 'archives';

/** Returns the storage location of the settings. */
export function storageLocation({
  dataDirectory,
  storageUrl,
}: Pick<Settings, 'dataDirectory' | 'storageUrl'>): StorageLocation {
  if (storageUrl !== undefined) return { kind: 's3', url: storageUrl };
  return { kind: 'folder', directory: join(dataDirectory, ARCHIVES_FOLDER) };
}

/** One client for each bucket in a process, since a worker opens the storage for every document. */
const buckets = new Map<string, Promise<ArchiveStorage>>();

/** Opens the storage at a location, in the server or in a worker. */
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
