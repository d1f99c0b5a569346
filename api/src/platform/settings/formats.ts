import { isIP } from 'node:net';

import * as v from 'valibot';

// The formats of environment variables. A message completes "The setting PORT ...".

export const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, `must be a whole number from ${min} to ${max}`),
    v.transform(Number),
    v.minValue(min, `must be a whole number from ${min} to ${max}`),
    v.maxValue(max, `must be a whole number from ${min} to ${max}`),
  );

export const urlOf = (schemes: readonly string[], example: string, hosts = /^/) =>
  v.pipe(
    v.string(),
    v.check(
      (text) =>
        URL.canParse(text) &&
        schemes.includes(new URL(text).protocol) &&
        hosts.test(new URL(text).hostname),
      `must be a URL such as ${example}`,
    ),
  );

/** Paths are put behind it. */
export const hubUrl = v.pipe(
  v.string(),
  v.check((text) => {
    const url = URL.parse(text);
    const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
    return isHttp && `${url.username}${url.password}${url.search}${url.hash}` === '';
  }, 'must be a URL such as https://hub.example.com, without a user name'),
  v.transform((text) => text.replace(/\/+$/, '')),
);

const REPLICAS_MAX = 8;
const isDatabaseUrl = (text: string) =>
  URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol);

export const databaseUrls = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((url) => url.trim())),
  v.check(
    (list) => list.length <= REPLICAS_MAX && list.every(isDatabaseUrl),
    `must be at most ${REPLICAS_MAX} URLs such as postgres://user:password@replica:5432/database, with commas between them`,
  ),
);

const isOrigin = (text: string) =>
  /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;

export const origins = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((origin) => origin.trim())),
  v.check(
    (list) => list.every(isOrigin),
    'must be origins such as https://console.example.com, with commas between them',
  ),
);

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (bits < 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

export const networks = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((network) => network.trim())),
  v.check(
    (list) => list.every(isNetwork),
    'must be addresses or networks such as 127.0.0.1 or 10.0.0.0/8, with commas between them',
  ),
);

/** A folder of the server, of one organization or of all. */
export interface AllowedFolder {
  organizationId: string | undefined;
  path: string;
}

const ALLOWED_FOLDER = /^(?:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):)?(\/[^,]*)$/;

export const folders = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((folder) => folder.trim())),
  v.check(
    (list) => list.every((folder) => ALLOWED_FOLDER.test(folder)),
    'must be absolute paths such as /srv/documents, with commas between them',
  ),
  v.transform((list) =>
    list.map((folder): AllowedFolder => {
      const [, organizationId, path = ''] = ALLOWED_FOLDER.exec(folder) ?? [];
      return { organizationId, path };
    }),
  ),
);

const isNameServer = (text: string) =>
  isIP(text) !== 0 || isIP(text.replace(/^\[(.*)\](?::\d{1,5})?$|:\d{1,5}$/, '$1')) !== 0;

export const nameServers = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((server) => server.trim())),
  v.check(
    (list) => list.every(isNameServer),
    'must be IP addresses such as 10.0.0.53 or 127.0.0.1:5353, with commas between them',
  ),
);

const LANGUAGES_MAX = 8;
export const languages = v.pipe(
  v.string(),
  v.transform((text) => (text.trim() === 'none' ? [] : text.split(',').map((one) => one.trim()))),
  v.check(
    (list) =>
      list.length <= LANGUAGES_MAX &&
      new Set(list).size === list.length &&
      list.every((language) => /^(?!none$)[a-z][a-z_]{2,15}$/.test(language)),
    `must be at most ${LANGUAGES_MAX} languages such as eng,deu, or none`,
  ),
);

const KEY_BYTES = 32;
export const encryptionKeys = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((key) => Buffer.from(key.trim(), 'base64'))),
  v.check(
    (keys) => keys.every(({ byteLength }) => byteLength === KEY_BYTES),
    'must be 32 bytes in base64, as `openssl rand -base64 32` writes them; several with commas between them',
  ),
);

export const limit = wholeNumber(1, Number.MAX_SAFE_INTEGER);

export const text = v.optional(v.string());

export const httpUrl = (example: string) => v.optional(urlOf(['http:', 'https:'], example));
