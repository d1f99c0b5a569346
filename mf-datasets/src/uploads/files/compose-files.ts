import type { ComparedFiles, Hashes, PreparedFile } from '@carrel/shared/packing';

import { composeZip } from './pack/compose-zip.ts';
import type { ZipPart } from './pack/compose-zip.ts';

/** Small files that were read together for sending, with their headers. */
export interface FilePack {
  blob: Blob;
  files: readonly PreparedFile<File>[];
}

/** Composes the zip of compared files. Those that can be read have a hash each. */
export function composeFiles(
  { readable, sent }: Pick<ComparedFiles<File>, 'readable' | 'sent'>,
  { hashes, packs, name }: { hashes: Hashes; packs: readonly FilePack[]; name: string },
): Promise<File> {
  const partOf = ({ path }: PreparedFile<File>, file?: File, isSent = true): ZipPart => {
    const hash = hashes.get(path);
    if (hash === undefined) throw new Error(`There is no checksum of ${path}`);
    const { size, crc32, sha256 } = hash;
    return { path, size, crc32, file, unsentSha256: isSent ? undefined : sha256 };
  };
  const packed = new Set(packs.flatMap(({ files }) => files));
  const parts = readable
    .filter((prepared) => !packed.has(prepared))
    .map((prepared) => partOf(prepared, prepared.file, sent.has(prepared)));
  return composeZip(
    parts,
    name,
    packs.map(({ blob, files }) => ({ blob, parts: files.map((file) => partOf(file)) })),
  );
}
