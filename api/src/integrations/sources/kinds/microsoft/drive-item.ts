import * as v from 'valibot';

import type { ListedObject } from '../../source-kind.ts';
import { pathPart } from '../../cloud/cloud-api.ts';

const facet = v.optional(v.unknown());

export const driveItemSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
  name: v.optional(v.string(), ''),
  size: v.optional(v.number()),
  cTag: v.optional(v.string()),
  eTag: v.optional(v.string()),
  webUrl: v.optional(v.string()),
  lastModifiedDateTime: v.optional(v.string()),
  createdBy: v.optional(
    v.object({ user: v.optional(v.object({ displayName: v.optional(v.string()) })) }),
  ),
  parentReference: v.optional(v.object({ id: v.optional(v.string()) })),
  root: facet,
  folder: facet,
  file: facet,
  deleted: facet,
  malware: facet,
});

export type DriveItem = v.InferOutput<typeof driveItemSchema>;

const TOKEN_MAX = 500;

export interface ItemKey {
  driveId: string;
  id: string;
}

export const keyOf = ({ driveId, id }: ItemKey): string => `${driveId}/${id}`;

export function parseKey(key: string): ItemKey | undefined {
  const [, driveId, id] = /^([^/]+)\/([^/]+)$/.exec(key) ?? [];
  return driveId === undefined || id === undefined ? undefined : { driveId, id };
}

/** Whether an item has contents. Notebooks, links to other drives, and what was found to be malware have none. */
export const isFile = ({ file, deleted, malware }: DriveItem): boolean =>
  file !== undefined && deleted === undefined && malware === undefined;

export function listedItem(driveId: string, item: DriveItem, folder: string): ListedObject {
  const { id, name, size, cTag, eTag, webUrl, lastModifiedDateTime, createdBy } = item;
  const author = createdBy?.user?.displayName;
  return {
    key: keyOf({ driveId, id }),
    path: `${folder}${pathPart(name)}`,
    token: (cTag ?? eTag ?? `${lastModifiedDateTime ?? ''}:${size ?? ''}`).slice(0, TOKEN_MAX),
    size,
    url: webUrl,
    ...(lastModifiedDateTime !== undefined && { modifiedAt: new Date(lastModifiedDateTime) }),
    ...(author !== undefined && { metadata: { author } }),
  };
}
