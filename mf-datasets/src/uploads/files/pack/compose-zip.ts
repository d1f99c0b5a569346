import { directoryRecord, endRecords, forEachYielding, localHeader } from '@carrel/shared/packing';

/** A file of a zip that is composed. */
export interface ZipPart {
  path: string;
  /** Bytes of the file. */
  size: number;
  crc32: number;
  /** Absent where the bytes are in a pack. */
  file?: Blob | undefined;
  /** The SHA-256 of a file whose bytes are left out, as the dataset has them. */
  unsentSha256?: string | undefined;
}

/** Small files that were read together: their local headers and bytes, in the order of the parts. */
export interface ZipPack {
  blob: Blob;
  parts: readonly ZipPart[];
}

const encoder = new TextEncoder();

/**
 * Returns a zip of uncompressed files. It refers to their bytes, which are read when it is sent: a zip of many
 * gigabytes takes the memory of its headers. Packs come first.
 */
export async function composeZip(
  parts: readonly ZipPart[],
  name: string,
  packs: readonly ZipPack[] = [],
): Promise<File> {
  const content: BlobPart[] = packs.map(({ blob }) => blob);
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  await forEachYielding([...packs.flatMap((pack) => pack.parts), ...parts], (part) => {
    const { file, unsentSha256 } = part;
    const size = unsentSha256 === undefined ? part.size : 0;
    const entry = {
      name: encoder.encode(part.path),
      crc32: unsentSha256 === undefined ? part.crc32 : 0,
      size,
      offset,
      unsentSha256,
    };
    const header = localHeader(entry);
    if (file !== undefined) {
      content.push(header);
      if (size > 0) content.push(file);
    }
    directory.push(directoryRecord(entry));
    offset += header.length + size;
  });
  const length = directory.reduce((sum, record) => sum + record.length, 0);
  const end = endRecords({ count: directory.length, length, offset });
  return new File([...content, ...directory, end], name, { type: 'application/zip' });
}
