import * as v from 'valibot';

import type { PlaceOf } from '@carrel/shared/contract/sources';

import { changedPage, nextChangedPage } from '../../cloud/changed-pages.ts';
import { createCloudApi, nextPageNumber, pathPart, type CloudApi } from '../../cloud/cloud-api.ts';
import { errorOfStatus } from '../../http/source-http.ts';
import { SourceError } from '../../source-error.ts';
import {
  PAGE_OBJECTS_MAX,
  type ListedObject,
  type ListedPage,
  type SourceConnection,
  type SourceContext,
  type SourceKind,
} from '../../source-kind.ts';
import { readChanges, startOfChanges } from './drive-changes.ts';
import { driveFileSchema, exportOf, FILE_FIELDS, isFolder, listedFile } from './drive-file.ts';
import { createDriveFolders, type DriveFolders } from './drive-folders.ts';

const GOOGLE_API = 'https://www.googleapis.com';
/** Folders that one request asks for. */
const FOLDERS_AT_ONCE = 20;
const FOLDERS_MAX = 100_000;
const DEPTH_MAX = 100;

const filesSchema = v.object({
  nextPageToken: v.optional(v.string()),
  /** Whether some of what the account sees was not searched. */
  incompleteSearch: v.optional(v.boolean(), false),
  files: v.optional(v.array(driveFileSchema), []),
});

/** What the next run starts from. */
interface DriveToken {
  start: string;
  driveId?: string | undefined;
}

interface DriveCursor extends DriveToken {
  pageToken?: string | undefined;
  /** Folders that are listed now, and those that follow, with their paths; absent where everything is listed. */
  current?: [id: string, path: string][];
  queue?: [id: string, path: string][];
  folders?: number;
  pages?: number;
}

/** Google Drive by its API v3. A change of a folder lists everything again, as it moves what is below it. */
export function createGoogleDriveKind({ api: base = GOOGLE_API } = {}): SourceKind<'google-drive'> {
  return {
    kind: 'google-drive',
    secretGoesTo: () => base,
    concurrency: 4,
    tokensAreContents: true,
    open: (place, context) => Promise.resolve(connectionTo(base, place, context)),
  };
}

function connectionTo(
  base: string,
  { folder_id: asked }: PlaceOf<'google-drive'>,
  context: SourceContext,
): SourceConnection {
  const root = asked === '' ? undefined : asked;
  const api = createCloudApi(context, { base, refusals: { statuses: [403], errorOf: refusalOf } });
  const folders = createDriveFolders(api, root);
  return {
    list: async ({ cursor, since }) => {
      const following = nextChangedPage(cursor);
      if (following !== undefined) return following;
      if (cursor !== undefined) {
        const going = JSON.parse(cursor) as DriveCursor;
        return listPage(api, folders, going);
      }
      const known = since === undefined ? undefined : (JSON.parse(since) as DriveToken);
      const changes =
        known && (await readChanges(api, folders, { start: known.start, driveId: known.driveId }));
      if (known !== undefined && changes !== undefined) {
        return changedPage(
          changes,
          JSON.stringify({ start: changes.start, driveId: known.driveId }),
        );
      }
      if (root === undefined) {
        return listPage(api, folders, { start: await startOfChanges(api, undefined) });
      }
      const folder = await folders.get(root);
      if (!isFolder(folder) || folder.trashed) throw new SourceError('not_found');
      const { driveId } = folder;
      const start = await startOfChanges(api, driveId);
      return listPage(api, folders, {
        start,
        driveId,
        current: [[folder.id, '']],
        queue: [],
        folders: 1,
      });
    },
    read: async ({ key, token }) => {
      const mimeType = exportOf(token);
      const query = new URLSearchParams(
        mimeType === undefined ? { alt: 'media', supportsAllDrives: 'true' } : { mimeType },
      );
      const path = `/drive/v3/files/${encodeURIComponent(key)}${mimeType === undefined ? '' : '/export'}`;
      const response = await api.send(`${path}?${query.toString()}`, {
        headers: { Accept: '*/*' },
        bytesMax: context.objectBytesMax,
      });
      return response.body();
    },
  };
}

async function listPage(
  api: CloudApi,
  folders: DriveFolders,
  cursor: DriveCursor,
): Promise<ListedPage> {
  const { start, driveId, current, pageToken } = cursor;
  const below = current
    ?.map(([id]) => `'${id.replaceAll(/['\\]/g, String.raw`\$&`)}' in parents`)
    .join(' or ');
  const query = new URLSearchParams({
    q: below === undefined ? 'trashed = false' : `(${below}) and trashed = false`,
    pageSize: String(PAGE_OBJECTS_MAX),
    supportsAllDrives: 'true',
    includeItemsFromAllDrives: 'true',
    corpora: driveId === undefined ? 'user' : 'drive',
    ...(driveId !== undefined && { driveId }),
    ...(pageToken !== undefined && { pageToken }),
    fields: `nextPageToken,incompleteSearch,files(${FILE_FIELDS})`,
  });
  const { files, nextPageToken, incompleteSearch } = await api.json(
    filesSchema,
    `/drive/v3/files?${query.toString()}`,
  );
  // What is not listed would be deleted.
  if (incompleteSearch) throw new SourceError('unreachable');
  if (nextPageToken !== undefined && nextPageToken === pageToken) {
    throw new SourceError('invalid_response');
  }
  const paths = new Map(current);
  const found: [id: string, path: string][] = [];
  const objects: ListedObject[] = [];
  for (const file of files.slice(0, PAGE_OBJECTS_MAX)) {
    const at =
      current === undefined
        ? undefined
        : paths.get((file.parents ?? []).find((id) => paths.has(id)) ?? '');
    if (isFolder(file)) {
      if (at !== undefined) found.push([file.id, `${at}${pathPart(file.name)}/`]);
      continue;
    }
    const folder = current === undefined ? await folders.folderOf(file) : at;
    const listed = folder === undefined ? undefined : listedFile(file, folder);
    if (listed !== undefined) objects.push(listed);
  }
  const following = nextOf(cursor, found, nextPageToken);
  return {
    objects,
    ...(following === undefined
      ? { changeToken: JSON.stringify({ start, driveId } satisfies DriveToken) }
      : { next: JSON.stringify({ ...following, pages: nextPageNumber(cursor.pages) }) }),
  };
}

/** Where the list goes on; undefined at its end. @throws {SourceError} for folders without end. */
function nextOf(
  cursor: DriveCursor,
  found: [id: string, path: string][],
  pageToken: string | undefined,
): DriveCursor | undefined {
  const { start, driveId, current } = cursor;
  if (current === undefined)
    return pageToken === undefined ? undefined : { start, driveId, pageToken };
  const folders = (cursor.folders ?? 0) + found.length;
  if (folders > FOLDERS_MAX) throw new SourceError('too_many_objects');
  if (found.some(([, path]) => path.split('/').length > DEPTH_MAX)) {
    throw new SourceError('invalid_response');
  }
  const queue = [...(cursor.queue ?? []), ...found];
  if (pageToken !== undefined) return { start, driveId, current, queue, folders, pageToken };
  if (queue.length === 0) return undefined;
  return {
    start,
    driveId,
    current: queue.slice(0, FOLDERS_AT_ONCE),
    queue: queue.slice(FOLDERS_AT_ONCE),
    folders,
  };
}

/** 403 has several meanings here. */
function refusalOf(status: number, body: string): SourceError {
  const [reason = ''] = /(?<="reason":\s*")\w+/.exec(body) ?? [];
  if (/RateLimitExceeded|rateLimitExceeded|dailyLimitExceeded/.test(reason)) {
    return new SourceError('rate_limited');
  }
  if (reason === 'exportSizeLimitExceeded') {
    return new SourceError('too_large', {
      message: 'Google exports documents of up to 10 MB only, and this one is larger.',
    });
  }
  return errorOfStatus(status);
}
