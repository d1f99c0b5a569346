import * as v from 'valibot';

import { storable } from '../storable.ts';

/** What a source can follow. */
export const SOURCE_KINDS = [
  's3',
  'webdav',
  'git',
  'website',
  'feed',
  'mailbox',
  'folder',
  'google-drive',
  'microsoft',
  'confluence',
  'notion',
] as const;

export type SourceKindName = (typeof SOURCE_KINDS)[number];

/** Those that a person connects by signing in there, with a client that the operator has registered. */
export const OAUTH_KINDS = ['google-drive', 'microsoft', 'confluence', 'notion'] as const;

export type OAuthKindName = (typeof OAUTH_KINDS)[number];

/** Those of them that can be read with a token that a person enters, too. */
export const TOKEN_KINDS = ['confluence', 'notion'] as const;

export const isOAuthKind = (kind: SourceKindName): kind is OAuthKindName =>
  (OAUTH_KINDS as readonly string[]).includes(kind);

const URL_MAX = 2000;
const TEXT_MAX = 1000;
/** Pages of a website that a source reads at most. */
export const WEBSITE_PAGES_MAX = 50_000;
const PATHS_MAX = 50;
const PORT_MAX = 65_535;

const line = (label: string, most = TEXT_MAX) =>
  v.pipe(
    v.string(`${label} is required`),
    v.metadata({ maxLength: most }),
    v.trim(),
    v.maxLength(most, `${label} must be at most ${most} characters`),
    storable,
  );

const requiredLine = (label: string, most = TEXT_MAX) =>
  v.pipe(
    line(label, most),
    v.metadata({ pattern: String.raw`\S` }),
    v.minLength(1, `${label} is required`),
  );

/** An http address without a user name, a password and a fragment. */
export const sourceUrlSchema = v.pipe(
  requiredLine('Address', URL_MAX),
  v.metadata({ format: 'uri', pattern: '^https?://[^#@]+$' }),
  v.check(isAddress, 'Enter an address such as https://example.com/docs'),
  v.check(
    (text) => !isAddress(text) || new URL(text).username + new URL(text).password === '',
    'Enter the user name and password in their own fields',
  ),
);

function isAddress(text: string): boolean {
  if (!URL.canParse(text) || text.includes('\u0000')) return false;
  const { protocol, hostname, hash } = new URL(text);
  return ['https:', 'http:'].includes(protocol) && hostname !== '' && hash === '';
}

/** Where a source is, by its kind. */
export const sourcePlaceSchema = v.variant('kind', [
  v.object({
    kind: v.literal('s3'),
    /** Of another provider than AWS; absent for AWS. */
    endpoint: v.optional(sourceUrlSchema),
    region: v.optional(line('Region', 100)),
    bucket: requiredLine('Bucket', 255),
    /** Keys begin with it. */
    prefix: v.optional(line('Prefix')),
  }),
  v.object({ kind: v.literal('webdav'), url: sourceUrlSchema }),
  v.object({
    kind: v.literal('git'),
    url: sourceUrlSchema,
    /** The default branch where absent. */
    branch: v.optional(line('Branch', 255)),
    /** All folders where absent. */
    folder: v.optional(line('Folder')),
  }),
  v.object({
    kind: v.literal('website'),
    url: sourceUrlSchema,
    /** `sitemap` reads the pages that sitemaps name; `crawl` follows links below the address. */
    mode: v.optional(v.picklist(['crawl', 'sitemap'], 'Choose how pages are found'), 'crawl'),
    pages_max: v.optional(
      v.pipe(
        v.number('Pages must be a whole number'),
        v.integer('Pages must be a whole number'),
        v.minValue(1, 'Pages must be at least 1'),
        v.maxValue(WEBSITE_PAGES_MAX, `Pages must be at most ${WEBSITE_PAGES_MAX}`),
      ),
      5000,
    ),
  }),
  v.object({ kind: v.literal('feed'), url: sourceUrlSchema }),
  v.object({
    kind: v.literal('mailbox'),
    host: v.pipe(
      requiredLine('Host', 253),
      v.regex(/^[A-Za-z0-9._:[\]-]+$/, 'Enter a host such as imap.example.com'),
    ),
    port: v.optional(
      v.pipe(
        v.number('Port must be a whole number'),
        v.integer('Port must be a whole number'),
        v.minValue(1, 'Port must be at least 1'),
        v.maxValue(PORT_MAX, `Port must be at most ${PORT_MAX}`),
      ),
      993,
    ),
    /** Folders of the mailbox; INBOX where absent. */
    folders: v.optional(v.pipe(v.array(requiredLine('Folder', 255)), v.maxLength(PATHS_MAX))),
  }),
  /** A folder of the server that its operator allows. */
  v.object({ kind: v.literal('folder'), path: requiredLine('Folder') }),
  v.object({
    kind: v.literal('google-drive'),
    /** The id of a folder or a shared drive; everything that the account sees where absent. */
    folder_id: v.optional(line('Folder', 255)),
  }),
  v.object({
    kind: v.literal('microsoft'),
    /** The address of a SharePoint site; the OneDrive of the account where absent. */
    site_url: v.optional(sourceUrlSchema),
    folder: v.optional(line('Folder')),
  }),
  v.object({
    kind: v.literal('confluence'),
    site_url: sourceUrlSchema,
    /** Keys of spaces; all where absent. */
    spaces: v.optional(v.pipe(v.array(requiredLine('Space', 255)), v.maxLength(PATHS_MAX))),
  }),
  v.object({
    kind: v.literal('notion'),
    /** Pages and databases with what is below them; all that are shared with the connection where absent. */
    page_ids: v.optional(v.pipe(v.array(requiredLine('Page', 255)), v.maxLength(PATHS_MAX))),
  }),
]);

export type SourcePlace = v.InferOutput<typeof sourcePlaceSchema>;

export type PlaceOf<Kind extends SourceKindName> = Extract<SourcePlace, { kind: Kind }>;

const SECRET_MAX = 8192;
const secretText = v.pipe(
  v.string(),
  v.maxLength(SECRET_MAX, `A secret must be at most ${SECRET_MAX} characters`),
  storable,
);

/**
 * What a source signs in with. Buckets: the id of an access key and its secret. WebDAV, Git, websites, feeds, mailboxes: a
 * user name with a password or token; a token alone is sent as a bearer token, of Git as a password. It is
 * never returned.
 */
export const sourceSecretSchema = v.pipe(
  // To `object` an array is one without fields.
  v.custom<{ username?: string | undefined; password?: string | undefined }>(
    (value) => !Array.isArray(value),
    'The field secret must be an object',
  ),
  v.object({ username: v.optional(secretText), password: v.optional(secretText) }),
);

export type SourceSecret = v.InferOutput<typeof sourceSecretSchema>;
