import { StorageUnavailable, type ArchiveSource } from '../../platform/storage/archive-storage.ts';
import { readFile, refuseTooLarge } from '../partition/partition.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import type { DocumentInput, ReadDocument } from './tasks.ts';
import { readWholeEntry, type EntryLocation } from '../zip/read-entry.ts';
import { cleanMetadata, isLeftOut } from '../metadata/clean-metadata.ts';
import { SIDECAR_BYTES_MAX, sidecarEntries } from '../metadata/sidecar.ts';

/**
 * Bytes and compression from which on a file is refused. Text is compressed to a third to a tenth, logs to a
 * fiftieth; deflate's limit is about a thousandth.
 */
const HOLLOW = { bytes: 3 * 1024 * 1024, ratio: 200 } as const;

/**
 * Reads a document, whose sidecar says more than the file itself where both say something, and the place that it comes from
 * more than both.
 * @throws {UnreadableDocument} with the reason why it has no text.
 */
export async function readDocument(
  source: ArchiveSource,
  {
    location,
    name,
    isInside,
    encoding,
    isOcrOn,
    described = {},
  }: Pick<DocumentInput, 'location' | 'name' | 'isInside' | 'encoding' | 'isOcrOn' | 'described'>,
  sidecar: Sidecar,
): Promise<ReadDocument> {
  const bytes = await readBytes(source, location);
  const read = await readFile(bytes, name, { isInside, isOcrOn, encoding });
  const { blocks, properties, scans, omitted = [] } = read;
  const metadata = cleanMetadata([...properties, ...(sidecar ?? []), ...Object.entries(described)]);
  const isWhole = sidecar?.every(([key]) => !isLeftOut(key, metadata)) === true;
  return {
    blocks,
    metadata,
    // First: more than are listed are counted together.
    omitted: isWhole ? omitted : [{ what: 'metadata', count: 1 }, ...omitted],
    ...(scans !== undefined && { scans }),
  };
}

/**
 * Returns the bytes of a document.
 * @throws {UnreadableDocument} for one that is too large, or unpacks too far.
 */
export function readBytes(source: ArchiveSource, location: EntryLocation): Promise<Uint8Array> {
  refuseTooLarge(location.size);
  refuseHollow(location);
  return readWholeEntry(source, location);
}

/** Refuses a file that is nearly all repetition, as no document is, before it is unpacked. */
function refuseHollow({ size, compressedSize }: EntryLocation): void {
  if (size > HOLLOW.bytes && size > HOLLOW.ratio * compressedSize) {
    throw new UnreadableDocument(reasons.unpacksTooFar());
  }
}

/** What is written in a sidecar; undefined for one that cannot be read. */
export type Sidecar = readonly [string, unknown][] | undefined;

/** What a document has without a sidecar. */
export const NO_SIDECAR: Sidecar = [];

export async function readSidecar(
  source: ArchiveSource,
  location: EntryLocation,
): Promise<Sidecar> {
  if (location.size > SIDECAR_BYTES_MAX) return undefined;
  try {
    return sidecarEntries(await readWholeEntry(source, location));
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error;
    return undefined;
  }
}
