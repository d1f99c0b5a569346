import type { SourceKindName, SourcePlace } from '@carrel/shared/contract/sources';

interface KindLabel {
  name: string;
  /** What it follows, in a sentence without a subject. */
  about: string;
}

/** In the order in which they are offered. */
export const KIND_LABELS: Readonly<Record<SourceKindName, KindLabel>> = {
  website: { name: 'Website', about: 'Pages that links or a sitemap lead to' },
  'google-drive': { name: 'Google Drive', about: 'Folders and shared drives, documents as files' },
  microsoft: { name: 'OneDrive and SharePoint', about: 'Files of an account or of a site' },
  confluence: { name: 'Confluence', about: 'Pages of spaces with their attachments' },
  notion: { name: 'Notion', about: 'Pages and databases that you share' },
  s3: { name: 'S3 bucket', about: 'Objects of Amazon S3, MinIO, R2 and others like it' },
  git: { name: 'Git repository', about: 'Files of a branch, by HTTPS' },
  webdav: { name: 'WebDAV', about: 'Folders of Nextcloud, ownCloud and others' },
  feed: { name: 'Feed', about: 'Entries of RSS and Atom as they appear' },
  mailbox: { name: 'Mailbox', about: 'Mails of IMAP folders with attachments' },
  folder: { name: 'Folder of the server', about: 'Files on the disk of this server' },
};

export const KINDS_IN_ORDER = Object.keys(KIND_LABELS) as SourceKindName[];

const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

/** Returns where a source is, in one line. */
export function placeText(place: SourcePlace): string {
  switch (place.kind) {
    case 's3':
      return [
        place.endpoint === undefined ? undefined : withoutScheme(place.endpoint),
        place.bucket,
        place.prefix,
      ]
        .filter((part) => part !== undefined && part !== '')
        .join('/');
    case 'git':
      return [
        withoutScheme(place.url),
        ...(place.branch === undefined ? [] : [`branch ${place.branch}`]),
        ...(place.folder === undefined ? [] : [`folder ${place.folder}`]),
      ].join(', ');
    case 'mailbox':
      return `${place.host}, ${place.folders?.join(', ') ?? 'INBOX'}`;
    case 'folder':
      return place.path;
    case 'google-drive':
      return place.folder_id === undefined ? 'Everything' : `Folder ${place.folder_id}`;
    case 'microsoft':
      return [place.site_url === undefined ? 'OneDrive' : withoutScheme(place.site_url)]
        .concat(place.folder ?? [])
        .join(', ');
    case 'confluence':
      return [withoutScheme(place.site_url), place.spaces?.join(', ') ?? 'all spaces'].join(', ');
    case 'notion':
      return place.page_ids === undefined ? 'All shared pages' : place.page_ids.join(', ');
    default:
      return withoutScheme(place.url);
  }
}
