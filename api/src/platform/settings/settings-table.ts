import { resolve } from 'node:path';

import * as v from 'valibot';

import {
  databaseUrls,
  encryptionKeys,
  httpUrl,
  languages,
  limit,
  nameServers,
  networks,
  origins,
  urlOf,
  wholeNumber,
} from './formats.ts';
import { MODEL_SETTINGS } from './model-settings.ts';
import { SOURCE_SETTINGS } from './source-settings.ts';
import { setting, type Setting } from './setting.ts';

const GIB = 1024 ** 3;

/** Every setting of the server. Where several are malformed, the first of this order is reported. */
export const SETTINGS = {
  PORT: setting(
    'Addresses',
    v.optional(wholeNumber(0, 65_535), '3000'),
    'The port of the console and the API.',
  ),
  HOST: setting(
    'Addresses',
    v.optional(v.string(), '127.0.0.1'),
    'The address on which the server listens; in a container, `0.0.0.0`.',
  ),
  DATA_DIR: setting(
    'Database and files',
    v.optional(v.string(), './data'),
    'The folder of the embedded database, of stored archives, of models and of mails that are not sent.',
  ),
  DATABASE_URL: setting(
    'Database and files',
    v.optional(urlOf(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database')),
    'A PostgreSQL 15 or later. It needs no extension; pgvector is used where it is installed.',
    'the embedded database',
  ),
  DATABASE_READ_URL: setting(
    'Database and files',
    v.optional(databaseUrls),
    'Replicas of `DATABASE_URL`, for lists and searches that may be a second old: [deploying.md](deploying.md#read-replicas).',
  ),
  DATABASE_DISTRIBUTED: setting(
    'Database and files',
    v.optional(v.picklist(['citus'], 'must be citus')),
    'Distributes the contents of documents over the workers of a Citus cluster: [deploying.md](deploying.md#citus).',
  ),
  STORAGE_URL: setting(
    'Database and files',
    v.optional(urlOf(['s3:'], 's3://bucket?endpoint=https://storage.example.com')),
    'An S3-compatible store for archives and documents.',
    '`archives` in `DATA_DIR`',
  ),
  PUBLIC_URL: setting(
    'Addresses',
    httpUrl('https://carrel.example.com'),
    'The address of the console, to which links in mails lead. With https, cookies are Secure.',
    '`http://localhost:` and `PORT`',
  ),
  CONSOLE_ORIGINS: setting(
    'Addresses',
    v.optional(origins),
    'Further origins whose pages may call the API and at which this server responds: [deploying.md](deploying.md#files-from-nginx-the-api-on-another-origin).',
  ),
  TRUSTED_PROXIES: setting(
    'Addresses',
    v.optional(networks),
    'Addresses and networks of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted: [deploying.md](deploying.md#one-origin-from-the-default-server).',
  ),
  WEBHOOK_PRIVATE_NETWORKS: setting(
    'Addresses',
    v.optional(networks),
    'Private addresses and networks that webhooks and single sign-on may reach, also by http: [deploying.md](deploying.md#one-origin-from-the-default-server).',
  ),
  ...SOURCE_SETTINGS,
  DNS_SERVERS: setting(
    'Addresses',
    v.optional(nameServers),
    'Name servers that are queried for the records of domains.',
    'those of the machine',
  ),
  METRICS_TOKEN: setting(
    'Secrets',
    v.optional(v.pipe(v.string(), v.regex(/^[!-~]+$/, 'must be ASCII characters without spaces'))),
    'The bearer token that `/metrics` requires. `status` sends it.',
    'no token is required',
  ),
  ENCRYPTION_KEYS: setting(
    'Secrets',
    v.optional(encryptionKeys),
    'Keys of secrets in the database, such as those of authenticator apps and identity providers. The first encrypts, all decrypt: [signing-in.md](signing-in.md#secrets).',
    'a key in the database',
  ),
  SMTP_URL: setting(
    'Mail',
    v.optional(urlOf(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.com:587', /./)),
    'The server that sends mail.',
    'mails are files in `outbox` in `DATA_DIR`',
  ),
  MAIL_FROM: setting(
    'Mail',
    v.optional(
      v.pipe(v.string(), v.regex(/^[^\r\n]*@[^\r\n]*$/, 'must be an e-mail address')),
      'Carrel <carrel@localhost>',
    ),
    'The sender of mails.',
  ),
  ...MODEL_SETTINGS,
  ACCESS_TTL_SECONDS: setting(
    'Sessions',
    v.optional(wholeNumber(1, 86_400), '900'),
    'The lifetime of an access cookie.',
  ),
  SESSION_IDLE_DAYS: setting(
    'Sessions',
    v.optional(wholeNumber(1, 3650), '30'),
    'Days after which an unused session ends.',
  ),
  SESSION_MAX_DAYS: setting(
    'Sessions',
    v.optional(wholeNumber(1, 3650), '90'),
    'Days after which any session ends.',
  ),
  MAX_UPLOAD_BYTES: setting(
    'Uploads',
    v.optional(limit, String(4 * GIB)),
    'The maximum size of an uploaded zip.',
    '`4294967296` (4 GiB)',
  ),
  UPLOAD_PATIENCE_SECONDS: setting(
    'Uploads',
    v.optional(wholeNumber(1, 86_400), '60'),
    'An upload that sends less than 64 KB in this time is aborted.',
  ),
  MAX_ENTRIES: setting(
    'Uploads',
    v.optional(limit, '200000'),
    'The maximum number of files in a zip.',
  ),
  MAX_UNPACKED_BYTES: setting(
    'Uploads',
    v.optional(limit, String(16 * GIB)),
    'The maximum unpacked size of a zip.',
    '`17179869184` (16 GiB)',
  ),
  DOCUMENT_SECONDS: setting(
    'Reading documents',
    v.optional(wholeNumber(1, 3600), '10'),
    'Seconds of processor time for each stage of reading a document.',
  ),
  DOCUMENT_SECONDS_PER_MB: setting(
    'Reading documents',
    v.optional(wholeNumber(0, 3600), '5'),
    'Additional seconds for each megabyte of a document.',
  ),
  DOCUMENT_MEMORY_MB: setting(
    'Reading documents',
    v.optional(wholeNumber(64, 65_536), '512'),
    'Memory in MiB for reading a document, up to 1.5 GiB in total.',
  ),
  DOCUMENT_MEMORY_MB_PER_MB: setting(
    'Reading documents',
    v.optional(wholeNumber(0, 65_536), '32'),
    'Additional memory in MiB for each megabyte of a document.',
  ),
  OCR_LANGUAGES: setting(
    'Reading documents',
    v.optional(languages, 'eng'),
    'Languages of scans and images, as tesseract names them; `none` disables OCR: [kinds.md](kinds.md).',
  ),
  QUOTA_DOCUMENTS: setting(
    'Quotas and retention',
    v.optional(limit),
    'The maximum number of documents of an organization.',
  ),
  QUOTA_BYTES: setting(
    'Quotas and retention',
    v.optional(limit),
    'The maximum size of the stored archives of an organization.',
  ),
  QUOTA_MEMBERS: setting(
    'Quotas and retention',
    v.optional(limit),
    'The maximum number of members of an organization.',
  ),
  QUOTA_GUESTS: setting(
    'Quotas and retention',
    v.optional(limit),
    'The maximum number of guests of an organization.',
  ),
  QUOTA_DATASETS: setting(
    'Quotas and retention',
    v.optional(limit),
    'The maximum number of datasets of an organization.',
  ),
  AUDIT_DAYS: setting(
    'Quotas and retention',
    v.optional(wholeNumber(0, 36_500), '0'),
    'Retention of audit records in days; 0 is unlimited.',
  ),
  SESSION_AUDIT_DAYS: setting(
    'Quotas and retention',
    v.optional(wholeNumber(0, 36_500), '90'),
    'Retention of audit records of sessions in days; 0 is unlimited.',
  ),
  CONSOLE_DIR: setting(
    'Console',
    v.optional(v.string(), resolve(import.meta.dirname, '../../../../dist/console')),
    'The folder of the built console.',
    'that of the last build, or of the package',
  ),
  NODE_ENV: setting(
    'Console',
    v.optional(v.string(), 'production'),
    'The environment that the page reports. Overrides of remotes need another one than `production`.',
  ),
  TELEMETRY_URL: setting(
    'Console',
    v.optional(
      v.union(
        [v.literal('none'), urlOf(['http:', 'https:'], 'https://telemetry.example.com/carrel')],
        'must be a URL such as https://telemetry.example.com/carrel, or none',
      ),
    ),
    'Where open consoles report failures and load times; `none` disables the reports.',
    'this server',
  ),
} satisfies Record<string, Setting>;

/** Variables that libraries and Node.js read, and what they are for. */
export const OTHER_VARIABLES: Readonly<Record<string, string>> = {
  AWS_ACCESS_KEY_ID: 'The key of `STORAGE_URL`, which requires it.',
  AWS_SECRET_ACCESS_KEY: 'The secret of that key.',
  AWS_SESSION_TOKEN: 'The token of temporary credentials for `STORAGE_URL`.',
  MALLOC_ARENA_MAX: 'Arenas of the C library. `start` sets it to 2, which saves memory.',
  MALLOC_MMAP_THRESHOLD_:
    'The size in bytes from which the C library returns freed blocks to the system. `start` sets it to 262144.',
  NODE_COMPILE_CACHE:
    'The folder in which Node.js caches compiled modules. `start` sets it, for a faster start.',
};
