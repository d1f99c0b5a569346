import * as v from 'valibot';

import type { PlaceOf } from '@carrel/shared/contract/sources';

import { changedPage, nextChangedPage } from '../../cloud/changed-pages.ts';
import { createCloudApi, nextPageNumber, pathPart, type CloudApi } from '../../cloud/cloud-api.ts';
import { SourceError } from '../../source-error.ts';
import type {
  ListedObject,
  ListedPage,
  SourceConnection,
  SourceContext,
  SourceKind,
} from '../../source-kind.ts';
import { readChanges, readDelta, startOfDelta, type DriveMark } from './drive-delta.ts';
import { createDriveFolders, withMarks, type DriveFolders } from './drive-folders.ts';
import { isFile, keyOf, listedItem, parseKey, type DriveItem } from './drive-item.ts';

const GRAPH_API = 'https://graph.microsoft.com';
const DRIVES_MAX = 50;
const CHANGE_TOKEN_MAX = 100_000;

const idSchema = v.object({ id: v.string(), name: v.optional(v.string(), '') });
const drivesSchema = v.object({
  value: v.array(idSchema),
  '@odata.nextLink': v.optional(v.string()),
});
const downloadSchema = v.object({ '@microsoft.graph.downloadUrl': v.optional(v.string()) });

interface Drive {
  id: string;
  /** Before the paths in it: the libraries of a site are folders where there are several. */
  prefix: string;
}

type Marks = Record<string, DriveMark>;

interface MicrosoftCursor {
  drives: Drive[];
  at: number;
  address: string;
  folders?: string | undefined;
  marks: Marks;
  pages?: number;
}

/** OneDrive and the libraries of SharePoint sites, by Microsoft Graph. */
export function createMicrosoftKind({ api: base = GRAPH_API } = {}): SourceKind<'microsoft'> {
  return {
    kind: 'microsoft',
    secretGoesTo: () => base,
    concurrency: 4,
    tokensAreContents: false,
    open: (place, context) => Promise.resolve(connectionTo(base, place, context)),
  };
}

function connectionTo(
  base: string,
  { site_url: site, folder = '' }: PlaceOf<'microsoft'>,
  context: SourceContext,
): SourceConnection {
  const api = createCloudApi(context, { base });
  const wanted = folder.split('/').filter(Boolean).join('/');
  const folders = new Map<string, DriveFolders>();
  const foldersOf = (driveId: string): DriveFolders => {
    const found = folders.get(driveId) ?? createDriveFolders(api, driveId);
    folders.set(driveId, found);
    return found;
  };
  const listed = async (drive: Drive, items: readonly DriveItem[]) => {
    const resolve = foldersOf(drive.id);
    const objects = new Map<string, ListedObject>();
    for (const item of items)
      if (item.folder !== undefined || item.root !== undefined) resolve.keep(item);
    for (const item of items) {
      const path = isFile(item) ? await resolve.folderOf(item) : undefined;
      const below = path === undefined ? undefined : belowFolder(path, wanted);
      if (below !== undefined)
        objects.set(item.id, listedItem(drive.id, item, `${drive.prefix}${below}`));
    }
    return objects;
  };
  const listChanges = async (
    drives: readonly Drive[],
    marks: Marks,
  ): Promise<ListedPage | undefined> => {
    const objects: ListedObject[] = [];
    const gone: string[] = [];
    const next: Marks = {};
    if (Object.keys(marks).length !== drives.length) return undefined;
    for (const drive of drives) {
      const mark = marks[drive.id];
      const changes = mark && (await readChanges(api, mark));
      if (mark === undefined || changes === undefined) return undefined;
      const found = await listed(drive, changes.items);
      objects.push(...found.values());
      for (const { id } of changes.items)
        if (!found.has(id)) gone.push(keyOf({ driveId: drive.id, id }));
      next[drive.id] = { ...mark, delta: changes.delta };
    }
    return changedPage({ objects, gone }, JSON.stringify(next));
  };
  const listPage = async (cursor: MicrosoftCursor): Promise<ListedPage> => {
    const { drives, at, address } = cursor;
    const drive = drives[at];
    if (drive === undefined) return { objects: [] };
    const pages = nextPageNumber(cursor.pages);
    const page = await readDelta(api, address);
    if (page === undefined) {
      throw new SourceError('invalid_response', {
        message: 'The list has expired while it was read. The next run starts again.',
      });
    }
    const objects = [...(await listed(drive, page.items)).values()];
    const marked = withMarks(
      cursor.folders,
      page.items.filter((item) => item.folder !== undefined),
    );
    if (page.delta === undefined) {
      return {
        objects,
        next: JSON.stringify({ ...cursor, address: page.next, folders: marked, pages }),
      };
    }
    const marks = { ...cursor.marks, [drive.id]: { delta: page.delta, folders: marked } };
    const following = drives[at + 1];
    if (following === undefined) return { objects, changeToken: tokenOf(marks) };
    const next = {
      drives,
      at: at + 1,
      address: startOfDelta(following.id),
      folders: '',
      marks,
      pages,
    };
    return { objects, next: JSON.stringify(next satisfies MicrosoftCursor) };
  };
  return {
    list: async ({ cursor, since }) => {
      const following = nextChangedPage(cursor);
      if (following !== undefined) return following;
      if (cursor !== undefined) return listPage(JSON.parse(cursor) as MicrosoftCursor);
      const drives = await drivesOf(api, site);
      if (wanted !== '') await requireFolder(api, drives, wanted);
      const changes =
        since === undefined ? undefined : await listChanges(drives, JSON.parse(since) as Marks);
      if (changes !== undefined) return changes;
      const address = startOfDelta(drives[0]?.id ?? '');
      return listPage({ drives, at: 0, address, folders: '', marks: {} });
    },
    read: async ({ key }) => {
      const found = parseKey(key);
      if (found === undefined) throw new SourceError('not_found');
      const item = `/v1.0/drives/${encodeURIComponent(found.driveId)}/items/${encodeURIComponent(found.id)}`;
      const { '@microsoft.graph.downloadUrl': url } = await api.json(downloadSchema, item);
      if (url === undefined) throw new SourceError('forbidden');
      // It is on another host, and lets anybody read the file who has it: it gets no token, and is shown nowhere.
      return (await context.http.request(url, { bytesMax: context.objectBytesMax })).body();
    },
  };
}

/** A token that is too long is none: the next run lists everything. */
function tokenOf(marks: Marks): string | undefined {
  const token = JSON.stringify(marks);
  if (token.length <= CHANGE_TOKEN_MAX) return token;
  const short = Object.entries(marks).map(([id, { delta }]) => [id, { delta }]);
  const withoutFolders = JSON.stringify(Object.fromEntries(short));
  return withoutFolders.length <= CHANGE_TOKEN_MAX ? withoutFolders : undefined;
}

/** The path below the folder of the source; undefined where it is not below. Names are of any case there. */
function belowFolder(path: string, wanted: string): string | undefined {
  if (wanted === '') return path;
  return path.toLowerCase().startsWith(`${wanted.toLowerCase()}/`)
    ? path.slice(wanted.length + 1)
    : undefined;
}

async function drivesOf(api: CloudApi, site: string | undefined): Promise<Drive[]> {
  if (site === undefined || site === '') {
    const { id } = await api.json(idSchema, '/v1.0/me/drive?$select=id,name');
    return [{ id, prefix: '' }];
  }
  const { hostname, pathname } = new URL(site);
  const path = pathname.replace(/\/+$/, '');
  const { id } = await api.json(
    idSchema,
    `/v1.0/sites/${hostname}${path === '' ? '' : `:${path}`}?$select=id,name`,
  );
  const { value, '@odata.nextLink': more } = await api.json(
    drivesSchema,
    `/v1.0/sites/${encodeURIComponent(id)}/drives?$select=id,name&$top=${DRIVES_MAX}`,
  );
  if (value.length === 0) throw new SourceError('not_found');
  // One that is not listed would be deleted.
  if (value.length > DRIVES_MAX || more !== undefined) throw new SourceError('too_many_objects');
  return value.map((drive) => ({
    id: drive.id,
    prefix: value.length === 1 ? '' : `${pathPart(drive.name)}/`,
  }));
}

/** @throws {SourceError} `not_found` where no drive has the folder: a name that is misspelt deletes nothing. */
async function requireFolder(
  api: CloudApi,
  drives: readonly Drive[],
  wanted: string,
): Promise<void> {
  const path = wanted
    .split('/')
    .map((part) => encodeURIComponent(part))
    .join('/');
  for (const { id } of drives) {
    const found = await api.send(
      `/v1.0/drives/${encodeURIComponent(id)}/root:/${path}?$select=id`,
      {
        accept: [404],
      },
    );
    found.discard();
    if (found.status === 200) return;
  }
  throw new SourceError('not_found');
}
