import { SourceError } from '../../source-error.ts';
import {
  PAGE_OBJECTS_MAX,
  type ListedObject,
  type ListedPage,
  type SourceContext,
} from '../../source-kind.ts';
import { decodedPath, type DavAddress, type DavPath } from './dav-address.ts';
import { multiStatusOf, unreadableError, type DavClient } from './dav-client.ts';
import { readMultiStatus, type DavResource } from './multi-status.ts';
import { createRestFile, readRest } from './rest-file.ts';
import { readWalk, type Walk } from './walk-cursor.ts';

/** Folders of one page, so that a step is short. */
const FOLDERS_AT_ONCE = 32;
const FOLDERS_MAX = 100_000;
const DEPTH_MAX = 50;
/** Characters of the folders that are still to be listed: of a cursor of 8 MiB. */
const PENDING_MAX = 4 * 1024 * 1024;
/** Times that the rest of a large folder may be lost. */
const LOST_MAX = 20;

interface Listing {
  context: SourceContext;
  client: DavClient;
  address: DavAddress;
}

/** Lists folder after folder, the deepest first, until a page is full. @throws {SourceError} */
export async function listFolders(
  listing: Listing,
  cursor: string | undefined,
): Promise<ListedPage & { rootTag: string | null }> {
  const walk = readWalk(cursor);
  const objects: ListedObject[] = [];
  if (walk.rest !== null) await takeRest(listing, walk, walk.rest, objects);
  for (let listed = 0; listed < FOLDERS_AT_ONCE && walk.rest === null; listed += 1) {
    const folder = objects.length < PAGE_OBJECTS_MAX ? walk.pending.pop() : undefined;
    if (folder === undefined) break;
    await listFolder(listing, walk, folder, objects);
  }
  const isDone = walk.pending.length === 0 && walk.rest === null;
  return { objects, next: isDone ? undefined : JSON.stringify(walk), rootTag: walk.rootTag };
}

async function takeRest(
  { context }: Listing,
  walk: Walk,
  rest: NonNullable<Walk['rest']>,
  objects: ListedObject[],
): Promise<void> {
  const found = await readRest(context.workFolder, rest, PAGE_OBJECTS_MAX);
  walk.rest = null;
  if (found === undefined) {
    // Its objects are listed again; the order of a second response may be another.
    walk.lost += 1;
    if (walk.lost > LOST_MAX) throw new SourceError('server');
    walk.pending.push(rest.folder);
    return;
  }
  objects.push(...found.objects);
  if (found.at !== undefined) walk.rest = { ...rest, at: found.at };
}

async function listFolder(
  listing: Listing,
  walk: Walk,
  folder: string,
  objects: ListedObject[],
): Promise<void> {
  const { context, client, address } = listing;
  walk.folders += 1;
  if (walk.folders > FOLDERS_MAX) throw tooManyFolders();
  const url = address.urlOf(folder === '' ? '' : `${folder}/`);
  const shown = decodedPath(folder);
  const response = multiStatusOf(await client.propfind(url, '1'), shown);
  if (response === null) return requireRoot(listing);
  const rest = createRestFile(context.workFolder);
  const folders: string[] = [];
  let itself: DavResource | undefined;
  let other: string | undefined;
  let file: string | undefined;
  try {
    for await (const resource of resourcesOf(response.body())) {
      const found = address.pathOf(resource.href, response.url);
      if (found?.encoded === folder) itself = resource;
      else if (found === undefined) other ??= resource.href;
      if (found === undefined || !isChild(found.encoded, folder)) continue;
      if (resource.status === 404 || resource.status === 410) continue;
      const isFolder = resource.isFolder || resource.status >= 400;
      if (isFolder && context.isLeftOut(found.path)) continue;
      if (resource.status >= 400) throw unreadableError(found.path);
      if (resource.isFolder) folders.push(found.encoded);
      else if (objects.length < PAGE_OBJECTS_MAX) objects.push(objectOf(listing, resource, found));
      else await rest.add(objectOf(listing, resource, found));
    }
    requireItself(itself, folder, other, response.url);
  } finally {
    file = await rest.end();
  }
  if (folder === '') walk.rootTag = changeTagOf(itself);
  walk.pending.push(...followed(folders, walk));
  if (file !== undefined) walk.rest = { folder, file, at: 0 };
  return undefined;
}

async function* resourcesOf(body: AsyncIterable<Uint8Array>) {
  try {
    yield* readMultiStatus(body);
  } catch (error) {
    if (error instanceof SourceError && error.code === 'too_large') {
      throw new SourceError('too_many_objects', { cause: error });
    }
    throw error;
  }
}

/** What changes with anything below it: ownCloud and Nextcloud alone are known to do so. */
export const changeTagOf = (root: DavResource | undefined): string | null =>
  root?.fileId === undefined || root.etag === '' ? null : root.etag;

/** A folder that is named and then missing was deleted, unless all of it is. */
async function requireRoot({ client, address }: Listing): Promise<void> {
  multiStatusOf(await client.propfind(address.urlOf(''), '0'), '')?.discard();
}

/** Without it the names of the server lead elsewhere, and nothing would be found below the root. */
function requireItself(
  itself: DavResource | undefined,
  folder: string,
  other: string | undefined,
  base: URL,
): void {
  if (itself?.isFolder === true) return;
  if (itself?.status === 403) throw unreadableError(decodedPath(folder));
  if (itself !== undefined && folder === '') {
    throw new SourceError('invalid_response', {
      message: 'The address is that of a file. Enter that of its folder.',
    });
  }
  if (itself !== undefined) return;
  const named =
    other !== undefined && URL.canParse(other, base.href) ? new URL(other, base) : undefined;
  throw new SourceError('invalid_response', {
    message:
      named === undefined
        ? 'The server lists another folder than the one that was asked for.'
        : `The server names this folder ${(named.origin + named.pathname).slice(0, 300)}. Enter that address.`,
  });
}

function isChild(encoded: string, folder: string): boolean {
  const start = folder === '' ? '' : `${folder}/`;
  if (encoded === '' || !encoded.startsWith(start)) return false;
  const name = encoded.slice(start.length);
  return name !== '' && !name.includes('/');
}

/** The first of them is listed next. Links that lead back to a folder above end at a depth. */
function followed(folders: readonly string[], { pending }: Walk): string[] {
  const reachable = folders.filter((folder) => folder.split('/').length <= DEPTH_MAX);
  const size = [...pending, ...reachable].reduce((sum, { length }) => sum + length + 3, 0);
  if (size > PENDING_MAX) throw tooManyFolders();
  return reachable.toReversed();
}

function objectOf({ context, address }: Listing, resource: DavResource, at: DavPath): ListedObject {
  const { size, modifiedAt, fileId } = resource;
  return {
    key: !at.isPlain ? `href:${at.encoded}` : fileId === undefined ? `/${at.path}` : `id:${fileId}`,
    path: at.path,
    token: tokenOf(resource, context.now()),
    size,
    url: pageOf(address.urlOf(at.encoded), fileId),
    modifiedAt,
  };
}

/** Without anything that tells a change, each run reads it. */
export function tokenOf({ etag, size, modifiedAt }: DavResource, now: Date): string {
  if (etag !== '') return etag;
  return `${size ?? '?'} ${(modifiedAt ?? now).toISOString()}`;
}

/** Nextcloud opens a file by its id; other servers show it at its address. */
function pageOf(url: URL, fileId: string | undefined): string {
  const before = /^(.*)\/remote\.php\//.exec(url.pathname)?.[1];
  const hasPage = fileId !== undefined && /^\d+$/.test(fileId) && before !== undefined;
  return hasPage ? `${url.origin}${before}/index.php/f/${fileId}` : url.href;
}

const tooManyFolders = (): SourceError =>
  new SourceError('too_many_objects', {
    message:
      'The source has more folders than one source may follow, or folders that lead in a circle.',
  });
