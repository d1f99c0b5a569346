import { directoryRecord, endRecords, localHeader } from '@carrel/shared/packing';
import type { ComparedFiles, Hashes } from '@carrel/shared/packing';

import type { LocalFile } from '../files/local-file.ts';
import { ZipSource } from './zip-source.ts';
import type { ZipSegment } from './zip-source.ts';

const encoder = new TextEncoder();

/**
 * Composes the archive of compared files as the console does: uncompressed, with an entry without bytes for each
 * file that is not sent.
 */
export function composeArchive(
  { readable, sent }: Pick<ComparedFiles<LocalFile>, 'readable' | 'sent'>,
  hashes: Hashes,
): ZipSource {
  const content: ZipSegment[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const prepared of readable) {
    const hash = hashes.get(prepared.path);
    if (hash === undefined) throw new Error(`There is no checksum of ${prepared.path}`);
    const isSent = sent.has(prepared);
    const entry = {
      name: encoder.encode(prepared.path),
      crc32: isSent ? hash.crc32 : 0,
      size: isSent ? hash.size : 0,
      offset,
      unsentSha256: isSent ? undefined : hash.sha256,
    };
    const header = localHeader(entry);
    content.push(header);
    if (entry.size > 0) content.push({ file: prepared.file, crc32: hash.crc32 });
    directory.push(directoryRecord(entry));
    offset += header.length + entry.size;
  }
  const length = directory.reduce((sum, record) => sum + record.length, 0);
  const end = endRecords({ count: directory.length, length, offset });
  return new ZipSource([...content, ...directory, end]);
}
