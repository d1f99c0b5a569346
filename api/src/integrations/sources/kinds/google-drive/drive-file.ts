import * as v from 'valibot';

import { boundedNames } from '../../cloud/bounded-names.ts';
import type { ListedObject } from '../../source-kind.ts';
import { pathPart } from '../../cloud/cloud-api.ts';

const FOLDER = 'application/vnd.google-apps.folder';

/** What documents of Google's own are exported to. Others of them have no file: forms, sites, scripts, shortcuts. */
const EXPORTS: Readonly<Record<string, { ending: string; mimeType: string }>> = {
  'application/vnd.google-apps.document': {
    ending: 'docx',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  'application/vnd.google-apps.spreadsheet': {
    ending: 'xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  'application/vnd.google-apps.presentation': {
    ending: 'pptx',
    mimeType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  },
  'application/vnd.google-apps.drawing': { ending: 'pdf', mimeType: 'application/pdf' },
};

export const driveFileSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
  name: v.string(),
  mimeType: v.string(),
  parents: v.optional(v.array(v.string())),
  driveId: v.optional(v.string()),
  trashed: v.optional(v.boolean(), false),
  md5Checksum: v.optional(v.string()),
  sha256Checksum: v.optional(v.string()),
  version: v.optional(v.string()),
  size: v.optional(v.string()),
  modifiedTime: v.optional(v.string()),
  webViewLink: v.optional(v.string()),
  owners: v.optional(v.array(v.object({ displayName: v.optional(v.string()) }))),
  permissions: v.optional(
    v.array(
      v.object({
        type: v.string(),
        emailAddress: v.optional(v.string()),
        domain: v.optional(v.string()),
      }),
    ),
  ),
});

export type DriveFile = v.InferOutput<typeof driveFileSchema>;

/** The fields of a file that are asked for. */
export const FILE_FIELDS =
  'id,name,mimeType,parents,driveId,trashed,md5Checksum,sha256Checksum,version,size,modifiedTime,webViewLink,owners(displayName),permissions(type,emailAddress,domain)';

export const isFolder = ({ mimeType }: Pick<DriveFile, 'mimeType'>): boolean => mimeType === FOLDER;

/** Returns a file as it is listed in `folder`; undefined for one without contents. */
export function listedFile(file: DriveFile, folder: string): ListedObject | undefined {
  const { id, name, mimeType, md5Checksum, sha256Checksum, version, size, modifiedTime } = file;
  const exported = EXPORTS[mimeType];
  if (exported === undefined && mimeType.startsWith('application/vnd.google-apps'))
    return undefined;
  const path = `${folder}${pathPart(name)}`;
  const people = file.permissions ?? [];
  const of = (isWanted: (type: string) => boolean) =>
    boundedNames(
      people
        .filter(({ type }) => isWanted(type))
        .map(({ type, emailAddress, domain }) => emailAddress ?? domain ?? type),
    );
  return {
    key: id,
    path: exported === undefined ? path : `${path}.${exported.ending}`,
    token:
      exported === undefined
        ? (sha256Checksum ?? md5Checksum ?? `${id}:${version ?? ''}:${modifiedTime ?? ''}`)
        : `export:${exported.ending}:${id}:${modifiedTime ?? ''}`,
    ...(exported === undefined && /^\d{1,15}$/.test(size ?? '') && { size: Number(size) }),
    url: file.webViewLink,
    ...(modifiedTime !== undefined && { modifiedAt: new Date(modifiedTime) }),
    metadata: {
      ...(file.owners?.[0]?.displayName !== undefined && { author: file.owners[0].displayName }),
      // Where they are not told, they name nobody.
      source_groups: of((type) => type !== 'user'),
      source_people: of((type) => type === 'user'),
    },
  };
}

/** What the token of a listed file says it is exported to. */
export function exportOf(token: string): string | undefined {
  const [, ending] = /^export:([a-z]+):/.exec(token) ?? [];
  return Object.values(EXPORTS).find((each) => each.ending === ending)?.mimeType;
}
