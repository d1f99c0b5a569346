import type { PlaceOf } from '@carrel/shared/contract/sources';

import { SourceError } from '../../source-error.ts';
import type { ListedPage, SourceConnection, SourceContext } from '../../source-kind.ts';
import { PAGE_OBJECTS_MAX } from '../../source-kind.ts';
import { BlobBatches } from './blob-batches.ts';
import { findBranch, type Branch } from './find-branch.ts';
import { keyOf } from './key-of.ts';
import { readBlob } from './read-blob.ts';
import { pageUrls } from './page-url.ts';
import { MissingObject } from './protocol/git-failures.ts';
import type { GitServer } from './protocol/git-server.ts';
import {
  openRepository,
  REPOSITORY_LIMITS,
  type Repository,
  type RepositoryLimits,
} from './repository.ts';
import { findFolder, TreeWalk, type WalkPosition } from './trees/tree-walk.ts';

/** Where a list goes on. */
interface Cursor extends WalkPosition {
  commit: string;
  /** Of the first page, where the server lost it meanwhile. */
  first: string;
  branch?: string | undefined;
}

export function createGitConnection(
  place: PlaceOf<'git'>,
  context: SourceContext,
  {
    server,
    limits = REPOSITORY_LIMITS,
  }: { server: GitServer; limits?: RepositoryLimits | undefined },
): SourceConnection {
  let opened: Promise<{ repository: Repository; batches: BlobBatches }> | undefined;
  const lastCommit = async () => (await findBranch(server, place.branch)).commit;
  const open = () => {
    opened ??= openRepository({ server, lastCommit }, context, limits)
      .then((repository) => ({
        repository,
        batches: new BlobBatches(repository, context.objectBytesMax),
      }))
      .catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
    return opened;
  };
  const walkFrom = async (repository: Repository, commit: string, position?: WalkPosition) => {
    const { store } = repository;
    const readTree = (id: string) => repository.readTree(id);
    const top = await repository.rootOf(commit);
    const folder = place.folder ?? '';
    const root = await findFolder(readTree, store.idBytes, { root: top, folder });
    if (root === undefined)
      throw new SourceError('not_found', { message: `The branch has no folder "${folder}".` });
    const { folders: foldersMax } = limits;
    return TreeWalk.open(readTree, store.idBytes, { root, position, foldersMax });
  };
  /** The walk that the last page ended with. */
  let last: { cursor: string; walk: TreeWalk } | undefined;
  const start = async (repository: Repository, branch: Branch, first: string) => ({
    walk: await walkFrom(repository, branch.commit),
    commit: branch.commit,
    first,
    branch: branch.name,
  });
  const resume = async (repository: Repository, text: string) => {
    const { commit, first, branch, at, folders } = JSON.parse(text) as Cursor;
    if (last?.cursor === text) return { walk: last.walk, commit, first, branch };
    try {
      return { walk: await walkFrom(repository, commit, { at, folders }), commit, first, branch };
    } catch (error) {
      if (!(error instanceof MissingObject)) throw error;
      // It lists what is there now from the start. The next run compares again, as the first commit is what it was.
      return start(repository, await findBranch(server, place.branch), first);
    }
  };
  return {
    list: async ({ cursor, since }): Promise<ListedPage> => {
      const found = cursor === undefined ? await findBranch(server, place.branch) : undefined;
      if (found !== undefined && found.commit === since)
        return { objects: [], isDelta: true, changeToken: since };
      const { repository } = await open();
      const { walk, commit, first, branch } =
        found === undefined
          ? await resume(repository, cursor ?? '')
          : await start(repository, found, found.commit);
      const files = await walk.take(PAGE_OBJECTS_MAX);
      const prefix = (place.folder ?? '').split('/').filter((part) => part !== '' && part !== '.');
      const urlOf = pageUrls(place.url, branch);
      const objects = await Promise.all(
        files.map(async ({ path, id }) => ({
          key: keyOf(path),
          path,
          token: id,
          size: await repository.store.sizeOf(id),
          url: urlOf?.([...prefix, path].join('/')),
        })),
      );
      if (walk.isAtEnd) return { objects, changeToken: first };
      const next = JSON.stringify({ ...walk.position, commit, first, branch } satisfies Cursor);
      last = { cursor: next, walk };
      return { objects, next };
    },
    read: async ({ token }) => {
      const { repository, batches } = await open();
      return readBlob(token, repository, batches);
    },
  };
}
