import * as v from 'valibot';

import type { CloudApi } from '../../cloud/cloud-api.ts';
import { SourceError } from '../../source-error.ts';
import { PAGE_OBJECTS_MAX, type ListedObject } from '../../source-kind.ts';
import { driveFileSchema, FILE_FIELDS, isFolder, listedFile } from './drive-file.ts';
import type { DriveFolders } from './drive-folders.ts';

/** Changes that are followed; beyond, everything is listed. */
const PAGES_MAX = 3;

const changesSchema = v.object({
  nextPageToken: v.optional(v.string()),
  newStartPageToken: v.optional(v.string()),
  changes: v.optional(
    v.array(
      v.object({
        fileId: v.optional(v.string()),
        removed: v.optional(v.boolean(), false),
        file: v.optional(driveFileSchema),
      }),
    ),
    [],
  ),
});

const ALL_DRIVES = { supportsAllDrives: 'true', includeItemsFromAllDrives: 'true' };

/** Where changes from now on begin. `driveId` is that of a shared drive. */
export async function startOfChanges(api: CloudApi, driveId: string | undefined): Promise<string> {
  const query = new URLSearchParams({
    supportsAllDrives: 'true',
    ...(driveId !== undefined && { driveId }),
  });
  const start = v.object({ startPageToken: v.string() });
  return (await api.json(start, `/drive/v3/changes/startPageToken?${query.toString()}`))
    .startPageToken;
}

interface DriveChanges {
  objects: ListedObject[];
  gone: string[];
  start: string;
}

/**
 * Returns what changed. Undefined where everything has to be listed: the token has expired, there are too many changes,
 * or a folder changed, which moves what is below it.
 */
export async function readChanges(
  api: CloudApi,
  folders: DriveFolders,
  { start, driveId }: { start: string; driveId: string | undefined },
): Promise<DriveChanges | undefined> {
  const objects = new Map<string, ListedObject>();
  const gone = new Set<string>();
  let token = start;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = new URLSearchParams({
      pageToken: token,
      pageSize: String(PAGE_OBJECTS_MAX),
      includeRemoved: 'true',
      ...ALL_DRIVES,
      ...(driveId !== undefined && { driveId }),
      fields: `nextPageToken,newStartPageToken,changes(fileId,removed,file(${FILE_FIELDS}))`,
    });
    const read = await api
      .json(changesSchema, `/drive/v3/changes?${query.toString()}`)
      .catch(expired);
    if (read === undefined) return undefined;
    for (const { fileId, removed, file } of read.changes) {
      const id = fileId ?? file?.id;
      if (id === undefined) continue;
      if (file !== undefined && isFolder(file)) return undefined;
      const isThere = !removed && file !== undefined && !file.trashed;
      const folder = isThere ? await folders.folderOf(file) : undefined;
      const listed = isThere && folder !== undefined ? listedFile(file, folder) : undefined;
      // The last change of a file counts.
      objects.delete(id);
      gone.delete(id);
      if (listed === undefined) gone.add(id);
      else objects.set(id, listed);
    }
    if (read.newStartPageToken !== undefined) {
      return { objects: [...objects.values()], gone: [...gone], start: read.newStartPageToken };
    }
    if (read.nextPageToken === undefined || read.nextPageToken === token) {
      throw new SourceError('invalid_response');
    }
    token = read.nextPageToken;
  }
  return undefined;
}

function expired(error: unknown): undefined {
  if (error instanceof SourceError && ['not_found', 'invalid_response'].includes(error.code))
    return undefined;
  throw error;
}
