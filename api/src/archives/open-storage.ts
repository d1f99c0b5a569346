import { join } from 'node:path';

import type { Settings } from '../settings.ts';
import type { ArchiveStorage, StorageLocation } from './archive-storage.ts';
import { openFolderStorage } from './folder-storage.ts';

/** Where the settings say that archives are kept. */
export function storageLocation({
  dataDirectory,
}: Pick<Settings, 'dataDirectory'>): StorageLocation {
  return { kind: 'folder', directory: join(dataDirectory, 'archives') };
}

/** Opens the storage at a location, in this process or in a worker. */
export function openStorage(location: StorageLocation): Promise<ArchiveStorage> {
  return openFolderStorage(location.directory);
}
