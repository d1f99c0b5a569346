import { StorageUnavailable, type ArchiveSource } from '../../storage/archive-storage.ts';
import { readFile, refuseTooLarge } from '../partition/partition.ts';
import type { DocumentInput, ReadDocument } from '../workers/tasks.ts';
import { readWholeEntry, type EntryLocation } from '../zip/read-entry.ts';
import { cleanMetadata } from './clean-metadata.ts';
import { SIDECAR_BYTES_MAX, sidecarEntries } from './sidecar.ts';

/**
 * Reads a document, whose sidecar says more than the file itself where both say something.
 * @throws {UnreadableDocument} with the reason why it has no text.
 */
export async function readDocument(
  source: ArchiveSource,
  { location, name }: Pick<DocumentInput, 'location' | 'name'>,
  sidecar: readonly [string, unknown][],
): Promise<ReadDocument> {
  refuseTooLarge(location.size);
  const { blocks, properties } = await readFile(await readWholeEntry(source, location), name);
  return { blocks, metadata: cleanMetadata([...properties, ...sidecar]) };
}

/** Returns what a sidecar says: nothing, where it cannot be read. */
export async function readSidecar(
  source: ArchiveSource,
  location: EntryLocation,
): Promise<[string, unknown][]> {
  if (location.size > SIDECAR_BYTES_MAX) return [];
  try {
    return sidecarEntries(await readWholeEntry(source, location));
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error;
    return [];
  }
}
