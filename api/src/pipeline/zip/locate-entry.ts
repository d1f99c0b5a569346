import { unreadableReason } from '@carrel/shared/contract/archive-rules';

import type { ArchiveSource } from '../../storage/archive-storage.ts';
import type { DirectoryFile } from './read-directory.ts';
import { FaultyEntry, type EntryLocation } from './read-entry.ts';

const HEADER_BYTES = 30;
const SIGNATURE = 0x04034b50;
const ENCRYPTED_BIT = 0x0001;
const DESCRIPTOR_BIT = 0x0008;
const IN_ZIP64_FIELD = 0xffffffff;

/**
 * Finds the data of a file behind its local header, which must say what the directory says.
 * @throws {FaultyEntry} for one that cannot be read, in a sentence for the person who uploaded it.
 */
export async function locateEntry(
  source: ArchiveSource,
  file: DirectoryFile,
): Promise<EntryLocation> {
  const reason = unreadableReason(file.encrypted, file.method);
  if (reason !== undefined) throw new FaultyEntry(reason);
  const header = await source.read(file.offset, HEADER_BYTES + file.rawName.length);
  if (header.length < HEADER_BYTES + file.rawName.length || contradicts(header, file)) {
    throw new FaultyEntry(
      'The archive describes this file in two ways that contradict each other. Pack the archive again and upload it.',
    );
  }
  const nameLength = header.readUInt16LE(26);
  const extraLength = header.readUInt16LE(28);
  return {
    dataOffset: file.offset + HEADER_BYTES + nameLength + extraLength,
    compressedSize: file.compressedSize,
    size: file.size,
    method: file.method,
    crc32: file.crc32,
  };
}

function contradicts(header: Buffer, file: DirectoryFile): boolean {
  if (header.readUInt32LE(0) !== SIGNATURE) return true;
  const flags = header.readUInt16LE(6);
  const crc32 = header.readUInt32LE(14);
  const compressedSize = header.readUInt32LE(18);
  const size = header.readUInt32LE(22);
  const blank = crc32 === 0 && compressedSize === 0 && size === 0;
  const sizesDiffer =
    (flags & DESCRIPTOR_BIT) === 0 &&
    !blank &&
    (crc32 !== file.crc32 ||
      differs(compressedSize, file.compressedSize) ||
      differs(size, file.size));
  return (
    (flags & ENCRYPTED_BIT) !== 0 ||
    header.readUInt16LE(8) !== file.method ||
    !header.subarray(HEADER_BYTES).equals(file.rawName) ||
    header.readUInt16LE(26) !== file.rawName.length ||
    sizesDiffer
  );
}

function differs(local: number, actual: number): boolean {
  return local !== IN_ZIP64_FIELD && local !== actual;
}
