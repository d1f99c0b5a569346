import type { Dependencies } from '../../../platform/dependencies.ts';
import { openStorage, storageLocation } from '../../../platform/storage/open-storage.ts';
import { createArchiveChecker, createPackedChecker } from './checks/archive-checker.ts';
import { createFileHasher } from './checks/file-hasher.ts';
import type { ArchiveReceiver } from './receive-archive.ts';

/** Opens the storage and the workers for uploads with the first of them, and returns the same later. */
export type OpenReceiver = () => Promise<ArchiveReceiver>;

export function createReceiver(dependencies: Dependencies): OpenReceiver {
  let opened: Promise<ArchiveReceiver> | undefined;
  return () => (opened ??= openReceiver(dependencies));
}

async function openReceiver({ settings }: Dependencies): Promise<ArchiveReceiver> {
  const storage = await openStorage(storageLocation(settings));
  return {
    storage,
    check: createArchiveChecker(storage.location, settings),
    checkPacked: createPackedChecker(storage, settings),
    hash: createFileHasher(storage.location),
    maxBytes: settings.maxUploadBytes,
  };
}
