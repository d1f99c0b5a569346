import type { ArchiveStorage, StorageLocation } from './archive-storage.ts';
import { openFolderStorage } from './folder-storage.ts';

/** Opens the storage at a location, in this process or in a worker. */
export function openStorage(location: StorageLocation): Promise<ArchiveStorage> {
  return openFolderStorage(location.directory);
}
