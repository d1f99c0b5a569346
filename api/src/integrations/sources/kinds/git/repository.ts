import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { SourceError } from '../../source-error.ts';
import type { SourceContext } from '../../source-kind.ts';
import { ObjectStore } from './packs/object-store.ts';
import { receivePack } from './packs/receive-pack.ts';
import { unpack } from './packs/unpack.ts';
import { MissingObject } from './protocol/git-failures.ts';
import type { FetchRequest } from './protocol/fetch-lines.ts';
import { isObjectId } from './protocol/git-refs.ts';
import type { GitServer } from './protocol/git-server.ts';

const MEBIBYTE = 1024 * 1024;
/** Bytes of a pack with all folders, or with all files where the server cannot leave them out. */
const PACK_BYTES_MAX = 512 * MEBIBYTE;
const UNPACKED_BYTES_MAX = 2048 * MEBIBYTE;
const FOLDERS_MAX = 500_000;

/** Responses that break off are asked for again. */
const ATTEMPTS = 3;

export interface RepositoryLimits {
  /** Bytes of a pack of a commit, and of what is in it. */
  pack: number;
  unpacked: number;
  /** Folders of a branch: ids that name each other many times make more of them than are stored. */
  folders: number;
}

export const REPOSITORY_LIMITS: RepositoryLimits = {
  pack: PACK_BYTES_MAX,
  unpacked: UNPACKED_BYTES_MAX,
  folders: FOLDERS_MAX,
};

/** Objects of a repository, of this machine where they are here, else of the server. */
export interface Repository {
  store: ObjectStore;
  /** The id of the outermost folder of a commit. @throws {MissingObject} where the server no longer has it. */
  rootOf(commit: string): Promise<string>;
  readTree(id: string): Promise<Buffer>;
  /** Fetches files. */
  fetchBlobs(ids: readonly string[], limits: Omit<RepositoryLimits, 'folders'>): Promise<void>;
  /** Whether files can be fetched one by one, so that they need not be kept. */
  canFetchBlobs: boolean;
}

export async function openRepository(
  { server, lastCommit }: { server: GitServer; lastCommit: () => Promise<string> },
  { workFolder, objectBytesMax, signal }: SourceContext,
  limits: RepositoryLimits,
): Promise<Repository> {
  const { hash, canFilter, canWantAny } = await server.advertisement();
  const store = new ObjectStore(join(workFolder, 'git'), hash);
  const fetch = async (request: FetchRequest, totalMax: number) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await fetchOnce(request, totalMax);
        return;
      } catch (error) {
        if (attempt === ATTEMPTS || signal.aborted || !isBrokenOff(error)) throw error;
      }
    }
  };
  const fetchOnce = async (request: FetchRequest, totalMax: number) => {
    store.prepare();
    const path = join(store.folder, `received-${randomUUID()}`);
    try {
      const receiving = { hash, bytesMax: request.bytesMax, signal };
      const size = await receivePack(server.fetch(request), path, receiving);
      const file = await open(path, 'r');
      try {
        await unpack({ file, size }, store, { objectBytesMax, totalMax, signal });
      } finally {
        await file.close();
      }
    } finally {
      await rm(path, { force: true });
    }
  };
  const fetchCommit = async (commit: string) => {
    const what = canFilter ? 'folders' : 'files';
    try {
      await fetch({ wants: [commit], what, bytesMax: limits.pack }, limits.unpacked);
    } catch (error) {
      if (!(error instanceof SourceError) || error.code !== 'too_large') throw error;
      throw new SourceError('too_large', { message: tooLarge(canFilter, limits), cause: error });
    }
  };
  let current: string | undefined;
  const rootOf = async (commit: string) => {
    current = commit;
    let bytes = await store.read(commit);
    if (bytes === undefined) {
      await fetchCommit(commit);
      bytes = await store.read(commit);
    }
    const root = /^tree ([0-9a-f]+)\n/.exec(bytes?.toString('latin1', 0, 100) ?? '')?.[1];
    if (root === undefined || !isObjectId(root)) throw new SourceError('invalid_response');
    return root;
  };
  return {
    store,
    rootOf,
    canFetchBlobs: canWantAny,
    fetchBlobs: async (ids, { pack, unpacked }) => {
      // Servers that do not send single files send all of the branch once more.
      if (!canWantAny) await fetchCommit(await lastCommit());
      else await fetch({ wants: ids, what: 'blobs', bytesMax: pack }, unpacked);
    },
    readTree: async (id) => {
      const here = await store.read(id);
      if (here !== undefined) return here;
      // Of an interrupted step, or of a folder of this machine that was lost.
      if (current !== undefined) await fetchCommit(current);
      const bytes = await store.read(id);
      if (bytes === undefined) throw new MissingObject();
      return bytes;
    },
  };
}

const tooLarge = (canFilter: boolean, { pack, unpacked }: RepositoryLimits) =>
  canFilter
    ? 'The branch has more folders than can be read.'
    : `The branch has more than ${pack / MEBIBYTE} MB, or ${unpacked / MEBIBYTE} MB unpacked, and the server cannot leave out contents (uploadpack.allowFilter).`;

const isBrokenOff = (error: unknown): boolean =>
  error instanceof SourceError && (error.code === 'unreachable' || error.code === 'timeout');
