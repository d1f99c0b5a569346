import * as v from 'valibot';

import type { CloudApi } from '../../cloud/cloud-api.ts';
import { SourceError } from '../../source-error.ts';
import { PAGE_OBJECTS_MAX } from '../../source-kind.ts';
import { driveItemSchema, type DriveItem } from './drive-item.ts';
import { markOf } from './drive-folders.ts';

/** Pages of changes that are followed; beyond, everything is listed. */
/** What Graph calls the folder that holds all others. */
const ROOT = 'root';
const PAGES_MAX = 5;
/** Asks for what changed without the folders above it; some drives name them all the same. */
const WITHOUT_PARENTS = { deltaExcludeParent: 'true' };
const LINK_MAX = 8000;

const link = v.optional(v.pipe(v.string(), v.maxLength(LINK_MAX)));

const deltaSchema = v.object({
  value: v.array(driveItemSchema),
  '@odata.nextLink': link,
  '@odata.deltaLink': link,
});

interface DeltaPage {
  items: DriveItem[];
  next?: string | undefined;
  delta?: string | undefined;
}

export const startOfDelta = (driveId: string): string =>
  `/v1.0/drives/${encodeURIComponent(driveId)}/${ROOT}/delta?$top=${PAGE_OBJECTS_MAX}`;

/** A page of what is in a drive, or of what changed; undefined where its link has expired. @throws {SourceError} */
export async function readDelta(
  api: CloudApi,
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<DeltaPage | undefined> {
  const response = await api.send(address, { accept: [410], headers });
  if (response.status === 410) {
    response.discard();
    return undefined;
  }
  const read = v.safeParse(deltaSchema, await response.json());
  if (!read.success) throw new SourceError('invalid_response');
  const { value, '@odata.nextLink': next, '@odata.deltaLink': delta } = read.output;
  const hasEnd = (next === undefined) !== (delta === undefined);
  if (!hasEnd || next === address || value.length > PAGE_OBJECTS_MAX) {
    throw new SourceError('invalid_response');
  }
  return { items: value, next, delta };
}

/** What the next run starts from, of one drive. */
export interface DriveMark {
  delta: string;
  /** Of its folders; absent where they are too many. */
  folders?: string | undefined;
}

/**
 * Returns the items that changed, each once. Undefined where everything has to be listed: the link has expired, there are
 * too many changes, or a folder is new, renamed, moved or gone, which concerns what is below it.
 */
export async function readChanges(
  api: CloudApi,
  { delta, folders }: DriveMark,
): Promise<{ items: DriveItem[]; delta: string } | undefined> {
  const known = new Set(folders?.match(/.{6}/g));
  const items = new Map<string, DriveItem>();
  let address = delta;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page = await readDelta(api, address, WITHOUT_PARENTS);
    if (page === undefined) return undefined;
    for (const item of page.items) {
      // The folders of what changed are listed too.
      const isSame =
        item.root !== undefined || (item.folder !== undefined && known.has(markOf(item)));
      if (isSame && item.deleted === undefined) continue;
      if (item.folder !== undefined) return undefined;
      if (item.deleted !== undefined && item.file === undefined) return undefined;
      items.set(item.id, item);
    }
    if (page.delta !== undefined) return { items: [...items.values()], delta: page.delta };
    address = page.next ?? '';
  }
  return undefined;
}
