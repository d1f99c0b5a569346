import type { ZipWriter } from '@zip.js/zip.js';

import {
  StorageUnavailable,
  type ArchiveSource,
  type ArchiveStorage,
} from '../../platform/storage/archive-storage.ts';
import { readBytes } from './read-document.ts';
import { reasons } from '../blocks/unreadable-document.ts';
import type { UnpackedContainer, UnpackInput, UnpackOutput } from './tasks.ts';
import { isFinal } from './is-final.ts';
import type { ArchiveLimits } from '../zip/read-directory.ts';
import { zipStream } from '../zip/zip-stream.ts';
import { INSIDE_MAX, type InnerFiles, type RefusedFile } from '../containers/inner-file.ts';
import { freePath, innerPath } from '../containers/inner-path.ts';
import { readContainer } from '../containers/read-container.ts';

/** Refused files of a container that are named. */
const NAMED_MAX = 20;

const NOTHING: UnpackedContainer = { files: 0, refused: 0, named: [] };

/** Bytes and entries that the archive of these containers still may have. */
interface Room {
  bytes: number;
  entries: number;
}

/**
 * Writes the files inside of containers as one archive into the storage, each at the path of its container
 * and its own name. A container that does not fit beside those before it is left for another archive.
 */
export async function unpackContainers(
  { source, storage }: { source: ArchiveSource; storage: ArchiveStorage },
  { to, containers, limits }: Omit<UnpackInput, 'storage' | 'key'>,
): Promise<UnpackOutput> {
  const outcomes: UnpackedContainer[] = [];
  const room = { bytes: limits.maxUnpackedBytes, entries: limits.maxEntries };
  const before: string[] = [];
  const zip = zipStream(async (writer) => {
    for (const container of containers) {
      const isNested = before.some((path) => container.path.startsWith(`${path}/`));
      outcomes.push(
        isNested
          ? { ...NOTHING, isLeft: true }
          : await unpack(writer, source, container, { limits, room }),
      );
      before.push(container.path);
    }
  });
  const staged = await storage.stage(zip, Number.MAX_SAFE_INTEGER);
  if (outcomes.every(({ files }) => files === 0)) {
    await staged.delete();
    return { containers: outcomes };
  }
  await staged.keep(to);
  return { containers: outcomes, archive: { size: staged.size, sha256: staged.sha256 } };
}

async function unpack(
  zip: ZipWriter<unknown>,
  source: ArchiveSource,
  { path, name, location }: UnpackInput['containers'][number],
  { limits, room }: { limits: ArchiveLimits; room: Room },
): Promise<UnpackedContainer> {
  let inner: InnerFiles;
  try {
    inner = await readContainer(await readBytes(source, location), name, limits);
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error;
    const isKnown = error instanceof Error && isFinal(error);
    return { ...NOTHING, error: isKnown ? error.message : reasons.damaged('file') };
  }
  const { files, refused } = inner;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const isFirst = room.bytes === limits.maxUnpackedBytes;
  if (bytes > room.bytes || files.length > room.entries) {
    return isFirst ? { ...NOTHING, error: reasons.unpacksTooFar() } : { ...NOTHING, isLeft: true };
  }
  const taken = new Set<string>();
  for (const { name: given, addTo } of files) {
    const found = innerPath(path, given);
    if (found === undefined) continue;
    if ('fault' in found) refused.push({ name: given, reason: found.fault });
    else if (taken.size === INSIDE_MAX) refused.push({ name: given, reason: TOO_MANY });
    else {
      const free = freePath(found.path, (each) => taken.has(each));
      taken.add(free);
      await addTo(zip, free);
    }
  }
  room.bytes -= bytes;
  room.entries -= taken.size;
  return { files: taken.size, ...shown(refused) };
}

const TOO_MANY = `More than ${INSIDE_MAX.toLocaleString('en-US')} files are inside.`;

const shown = (refused: readonly RefusedFile[]) => ({
  refused: refused.length,
  named: refused.slice(0, NAMED_MAX),
});
