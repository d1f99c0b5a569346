import type { SourceKindName } from '@carrel/shared/contract/sources';

/** Fields of places, as the form names them. Lists have an item a line. */
export const PLACE_FIELDS = [
  'url',
  'endpoint',
  'region',
  'bucket',
  'prefix',
  'branch',
  'folder',
  'mode',
  'pages_max',
  'host',
  'port',
  'folders',
  'path',
  'folder_id',
  'site_url',
  'spaces',
  'page_ids',
] as const;

export type PlaceField = (typeof PLACE_FIELDS)[number];

export interface KindField {
  name: PlaceField;
  label: string;
  placeholder?: string;
  hint?: string;
  required?: boolean;
  type?: 'text' | 'url' | 'number' | 'lines' | 'select';
  options?: readonly { value: string; label: string }[];
  /** What a new source begins with. */
  initial?: string;
}

interface SecretFields {
  /** Absent where there is only a token. */
  username?: string;
  password: string;
  hint?: string;
  /** Whether a password is of no use without a user name. */
  needsName?: boolean;
  required?: boolean;
}

interface KindFields {
  place: readonly KindField[];
  /** Absent where a person can only sign in there, and for folders. */
  secret?: SecretFields;
}

const url = (placeholder: string, hint?: string): KindField => ({
  name: 'url',
  label: 'Address',
  type: 'url',
  placeholder,
  required: true,
  ...(hint !== undefined && { hint }),
});

/** What is asked of each kind. */
export const KIND_FIELDS: Readonly<Record<SourceKindName, KindFields>> = {
  s3: {
    place: [
      { name: 'bucket', label: 'Bucket', placeholder: 'team-documents', required: true },
      {
        name: 'prefix',
        label: 'Prefix',
        placeholder: 'handbook/',
        hint: 'Only keys that begin with it. Empty for the whole bucket.',
      },
      {
        name: 'endpoint',
        label: 'Endpoint',
        type: 'url',
        placeholder: 'https://minio.example.com',
        hint: 'Empty for Amazon S3.',
      },
      { name: 'region', label: 'Region', placeholder: 'eu-central-1' },
    ],
    secret: {
      username: 'Access key ID',
      password: 'Secret access key',
      hint: 'A key that may list and read is enough. Empty for a public bucket.',
      needsName: true,
    },
  },
  webdav: {
    place: [url('https://cloud.example.com/remote.php/dav/files/ada', 'The folder that is read.')],
    secret: {
      username: 'User name',
      password: 'Password',
      hint: 'With a second step, create an app password there.',
      needsName: true,
    },
  },
  git: {
    place: [
      url('https://github.com/acme/handbook.git'),
      { name: 'branch', label: 'Branch', placeholder: 'main', hint: 'Empty for the default.' },
      { name: 'folder', label: 'Folder', placeholder: 'docs', hint: 'Empty for all folders.' },
    ],
    secret: {
      username: 'User name',
      password: 'Access token or password',
      hint: 'Empty for a public repository. Hosts such as GitHub need only a token that may read.',
    },
  },
  website: {
    place: [
      url('https://docs.example.com/guide', 'Pages at this address and below it are read.'),
      {
        name: 'mode',
        label: 'How pages are found',
        type: 'select',
        options: [
          { value: 'crawl', label: 'By links from this page' },
          { value: 'sitemap', label: 'By the sitemap of the site' },
        ],
        initial: 'crawl',
      },
      { name: 'pages_max', label: 'Pages at most', type: 'number', initial: '5000' },
    ],
    secret: {
      username: 'User name',
      password: 'Password or token',
      hint: 'Only for a site behind a password.',
    },
  },
  feed: {
    place: [url('https://blog.example.com/feed.xml', 'The address of the RSS or Atom feed.')],
    secret: {
      username: 'User name',
      password: 'Password or token',
      hint: 'Only for a feed behind a password.',
    },
  },
  mailbox: {
    place: [
      { name: 'host', label: 'Server', placeholder: 'imap.example.com', required: true },
      { name: 'port', label: 'Port', type: 'number', initial: '993', hint: '993 is usual.' },
      {
        name: 'folders',
        label: 'Folders',
        type: 'lines',
        placeholder: 'INBOX\nSupport/Answered',
        hint: 'One a line. Empty for INBOX. Mails stay unread.',
      },
    ],
    secret: {
      username: 'User name',
      password: 'Password',
      hint: 'Gmail and others need an app password.',
      needsName: true,
      required: true,
    },
  },
  folder: {
    place: [
      {
        name: 'path',
        label: 'Folder',
        placeholder: '/srv/handbook',
        hint: 'A folder that the operator of this server allows, or one below it.',
        required: true,
      },
    ],
  },
  'google-drive': {
    place: [
      {
        name: 'folder_id',
        label: 'Folder',
        placeholder: '1a2B3c4D5e6F7g8H9i0J',
        hint: 'What follows folders/ in its address. Empty for all that the account sees.',
      },
    ],
  },
  microsoft: {
    place: [
      {
        name: 'site_url',
        label: 'SharePoint site',
        type: 'url',
        placeholder: 'https://acme.sharepoint.com/sites/handbook',
        hint: 'Empty for the OneDrive of the account.',
      },
      { name: 'folder', label: 'Folder', placeholder: 'Policies', hint: 'Empty for all folders.' },
    ],
  },
  confluence: {
    place: [
      {
        name: 'site_url',
        label: 'Site',
        type: 'url',
        placeholder: 'https://acme.atlassian.net',
        required: true,
      },
      {
        name: 'spaces',
        label: 'Spaces',
        type: 'lines',
        placeholder: 'DOCS',
        hint: 'Their keys, one a line. Empty for all.',
      },
    ],
    secret: {
      username: 'Email',
      password: 'API token',
      hint: 'Of a server of your own: a personal access token, without an email.',
    },
  },
  notion: {
    place: [
      {
        name: 'page_ids',
        label: 'Pages',
        type: 'lines',
        placeholder: '1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d',
        hint: 'Ids of pages and databases, one a line. Empty for all that you share.',
      },
    ],
    secret: {
      password: 'Secret of an integration',
      hint: 'Create an internal integration there, and share pages with it.',
    },
  },
};
