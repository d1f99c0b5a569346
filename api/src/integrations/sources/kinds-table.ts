import type { SourceKindName } from '@carrel/shared/contract/sources';

import type { SourceKind } from './source-kind.ts';

type Loads = { [Kind in SourceKindName]?: () => Promise<SourceKind<Kind>> };

/** Every kind, loaded with its first source. A new kind is a folder below `kinds`, and a line here. */
const LOADS: Loads = {
  s3: async () => (await import('./kinds/s3/s3-kind.ts')).s3Kind,
  feed: async () => (await import('./kinds/feed/feed-kind.ts')).feedKind,
  git: async () => (await import('./kinds/git/git-kind.ts')).gitKind,
  website: async () => (await import('./kinds/website/website-kind.ts')).websiteKind,
  mailbox: async () => (await import('./kinds/mailbox/mailbox-kind.ts')).mailboxKind,
  webdav: async () => (await import('./kinds/webdav/webdav-kind.ts')).webdavKind,
  folder: async () => (await import('./kinds/folder/folder-kind.ts')).folderKind,
  'google-drive': async () =>
    (await import('./kinds/google-drive/google-drive-kind.ts')).createGoogleDriveKind(),
  microsoft: async () =>
    (await import('./kinds/microsoft/microsoft-kind.ts')).createMicrosoftKind(),
  confluence: async () =>
    (await import('./kinds/confluence/confluence-kind.ts')).createConfluenceKind(),
  notion: async () => (await import('./kinds/notion/notion-kind.ts')).createNotionKind(),
};

/** Kinds that this server knows. */
export const knownKinds = Object.keys(LOADS) as SourceKindName[];

/** @throws for a kind that this version does not know, as after a downgrade. */
export async function loadKind(kind: SourceKindName): Promise<SourceKind> {
  const load = LOADS[kind];
  if (load === undefined) throw new Error(`This version does not know the source "${kind}"`);
  // The place that a kind is opened with is of that kind.
  return (await load()) as SourceKind;
}
