import { createHash } from 'node:crypto';

import { BoundedCache } from '../../../../platform/bounded-cache.ts';
import { pathPart, type CloudApi } from '../../cloud/cloud-api.ts';
import { SourceError } from '../../source-error.ts';
import { driveItemSchema, type DriveItem } from './drive-item.ts';

const FOLDERS_KEPT = 50_000;
const DEPTH_MAX = 100;
const MARK_LENGTH = 6;
/** Characters of the marks of all folders: they are a part of a change token. */
const MARKS_MAX = 90_000;

/** Resolves the folders of one drive. Lists name a parent by its id alone. */
export interface DriveFolders {
  /** Keeps a folder that was listed. */
  keep(item: DriveItem): void;
  /** The path of an item's folder, with a `/` at its end; undefined where the folder is gone. */
  folderOf(item: DriveItem): Promise<string | undefined>;
}

export function createDriveFolders(api: CloudApi, driveId: string): DriveFolders {
  const kept = new BoundedCache<DriveItem>({ entries: FOLDERS_KEPT });
  const folder = async (id: string): Promise<DriveItem | undefined> => {
    const path = `/v1.0/drives/${encodeURIComponent(driveId)}/items/${encodeURIComponent(id)}`;
    const found = kept.get(id) ?? (await api.json(driveItemSchema, path).catch(missing));
    if (found !== undefined) kept.set(id, found);
    return found;
  };
  return {
    keep: (item) => kept.set(item.id, item),
    folderOf: async (item) => {
      let path = '';
      let current = item;
      for (let depth = 0; depth < DEPTH_MAX; depth += 1) {
        const parent = current.parentReference?.id;
        const found = parent === undefined ? undefined : await folder(parent);
        if (found === undefined || found.deleted !== undefined) return undefined;
        if (found.root !== undefined) return path;
        path = `${pathPart(found.name)}/${path}`;
        current = found;
      }
      throw new SourceError('invalid_response');
    },
  };
}

function missing(error: unknown): undefined {
  if (error instanceof SourceError && error.code === 'not_found') return undefined;
  throw error;
}

/** A folder with its name and its place: another mark for the same folder is one that was renamed or moved. */
export const markOf = ({ id, name, parentReference }: DriveItem): string =>
  createHash('sha256')
    .update(JSON.stringify([id, name, parentReference?.id ?? '']))
    .digest('base64url')
    .slice(0, MARK_LENGTH);

/** Adds marks to those of a change token; undefined where they are too many. */
export function withMarks(
  marks: string | undefined,
  items: readonly DriveItem[],
): string | undefined {
  if (marks === undefined) return undefined;
  const all = new Set(marks.match(/.{6}/g));
  for (const item of items) all.add(markOf(item));
  return all.size * MARK_LENGTH > MARKS_MAX ? undefined : [...all].join('');
}
