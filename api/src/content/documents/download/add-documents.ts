import type { ZipWriter } from '@zip.js/zip.js';

import { FaultyEntry } from '../../../extraction/zip/read-entry.ts';
import type { ArchiveSource, ArchiveStorage } from '../../../platform/storage/archive-storage.ts';
import { openOriginal } from '../original/read-original.ts';
import type { DownloadedDocument } from './download-repository.ts';

const READ_BYTES = 256 * 1024;

/**
 * Adds documents to a zip. Their bytes are copied as they are packed in the storage, so it takes little
 * of the processor. Documents whose bytes cannot be read are named in a text file at the end.
 */
export async function addDocuments(
  zip: ZipWriter<unknown>,
  storage: ArchiveStorage,
  batches: AsyncIterable<readonly DownloadedDocument[]>,
): Promise<void> {
  const written = new Set<string>();
  const missing: string[] = [];
  const files = createOpenFile(storage);
  try {
    for await (const documents of batches) {
      for (const document of documents) {
        const { path } = document;
        if (written.has(path)) continue;
        written.add(path);
        const first = await firstBytes(files.open, document);
        if (first === undefined) missing.push(path);
        else await addDocument(zip, document, first);
      }
    }
    if (missing.length > 0) {
      const text = `These documents are not in this archive, because their originals are not stored any more:\n\n${missing.join('\n')}\n`;
      await zip.add(freeName(written), new Blob([text]).stream());
    }
  } finally {
    await files.close();
  }
}

interface Opened {
  document: NonNullable<DownloadedDocument['bytes']>;
  source: ArchiveSource | undefined;
  first: Uint8Array;
}

/** Reads the beginning of a document; undefined where its bytes are not there. */
async function firstBytes(
  open: (key: string) => Promise<ArchiveSource>,
  { bytes }: DownloadedDocument,
): Promise<Opened | undefined> {
  if (bytes === undefined) return undefined;
  const { dataOffset, compressedSize, size } = bytes.location;
  if (size === 0) {
    return { document: bytes, source: undefined, first: new Uint8Array() };
  }
  try {
    const source = await open(bytes.key);
    const first = await source.read(dataOffset, Math.min(READ_BYTES, compressedSize));
    return first.length === 0 ? undefined : { document: bytes, source, first };
  } catch (error) {
    if (error instanceof FaultyEntry) return undefined;
    throw error;
  }
}

async function addDocument(
  zip: ZipWriter<unknown>,
  { path, changedAt }: DownloadedDocument,
  opened: Opened,
): Promise<void> {
  const { size, crc32, method } = opened.document.location;
  const isEmpty = size === 0;
  await zip.add(path, ReadableStream.from(packedBytes(opened)), {
    passThrough: true,
    uncompressedSize: size,
    crc32,
    compressionMethod: isEmpty ? 0 : method,
    lastModDate: changedAt,
  });
}

async function* packedBytes({ document, source, first }: Opened): AsyncGenerator<Uint8Array> {
  yield first;
  const { dataOffset, compressedSize } = document.location;
  if (source === undefined) return;
  for (let at = first.length; at < compressedSize;) {
    const chunk = await source.read(dataOffset + at, Math.min(READ_BYTES, compressedSize - at));
    if (chunk.length === 0) throw new FaultyEntry('The stored file ends before the document does');
    at += chunk.length;
    yield chunk;
  }
}

/** Keeps the file of the last document open: those of one folder are mostly in the same file. */
function createOpenFile(storage: ArchiveStorage) {
  let last: { key: string; source: ArchiveSource } | undefined;
  const close = async () => {
    await last?.source.close();
    last = undefined;
  };
  return {
    open: async (key: string): Promise<ArchiveSource> => {
      if (last?.key === key) return last.source;
      await close();
      last = { key, source: await openOriginal(storage, key) };
      return last.source;
    },
    close,
  };
}

function freeName(taken: ReadonlySet<string>): string {
  let name = 'Not in this archive.txt';
  while (taken.has(name)) name = `_${name}`;
  return name;
}
