import * as v from 'valibot';

import { BoundedCache } from '../../../../platform/bounded-cache.ts';
import { pathPart, type CloudApi } from '../../cloud/cloud-api.ts';
import { SourceError } from '../../source-error.ts';
import { driveFileSchema, FILE_FIELDS, isFolder, type DriveFile } from './drive-file.ts';

const FOLDERS_KEPT = 20_000;
const DEPTH_MAX = 100;
/** Where files are whose folder the account does not see. */
const SHARED = 'Shared with me/';

export interface DriveFolders {
  /** The path of the folder of a file, with a `/` at its end; undefined where it is not below the folder of the source. */
  folderOf(file: DriveFile): Promise<string | undefined>;
  /** A file or folder. @throws {SourceError} */
  get(id: string): Promise<DriveFile>;
}

/** Resolves folders to paths, below `root` or everywhere. */
export function createDriveFolders(api: CloudApi, root: string | undefined): DriveFolders {
  const kept = new BoundedCache<DriveFile | 'unseen'>({ entries: FOLDERS_KEPT });
  const names = new BoundedCache<string>({ entries: 1000 });
  const query = new URLSearchParams({ supportsAllDrives: 'true', fields: FILE_FIELDS }).toString();
  const get = (id: string) =>
    api.json(driveFileSchema, `/drive/v3/files/${encodeURIComponent(id)}?${query}`);
  const seen = async (id: string): Promise<DriveFile | 'unseen'> => {
    const found = kept.get(id) ?? (await get(id).catch(unseen));
    kept.set(id, found);
    return found;
  };
  const nameOf = async (folder: DriveFile): Promise<string> => {
    const { driveId } = folder;
    if (driveId !== folder.id) return pathPart(folder.name);
    const known =
      names.get(driveId) ??
      (
        await api.json(
          v.object({ name: v.string() }),
          `/drive/v3/drives/${encodeURIComponent(driveId)}`,
        )
      ).name;
    names.set(driveId, known);
    return pathPart(known);
  };
  return {
    get,
    folderOf: async (file) => {
      let path = '';
      let current = file;
      for (let depth = 0; depth < DEPTH_MAX; depth += 1) {
        const [parent] = current.parents ?? [];
        if (parent !== undefined && parent === root) return path;
        const folder = parent === undefined ? 'unseen' : await seen(parent);
        if (folder === 'unseen' || !isFolder(folder)) {
          if (root !== undefined) return undefined;
          return current === file || parent !== undefined ? `${SHARED}${path}` : path;
        }
        path = `${await nameOf(folder)}/${path}`;
        current = folder;
      }
      throw new SourceError('invalid_response');
    },
  };
}

function unseen(error: unknown): 'unseen' {
  if (error instanceof SourceError && ['not_found', 'forbidden'].includes(error.code))
    return 'unseen';
  throw error;
}
