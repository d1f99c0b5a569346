import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readWebPage } from '@carrel/api/src/extraction/web-pages/read-web-page.ts';
import { createSourceHttp } from '@carrel/api/src/integrations/sources/http/source-http.ts';
import type {
  ListedObject,
  SourceConnection,
  SourceContext,
} from '@carrel/api/src/integrations/sources/source-kind.ts';
import { createAddressPolicy } from '@carrel/api/src/platform/outgoing/address-policy.ts';
import { guardedConnect } from '@carrel/api/src/platform/outgoing/guarded-connect.ts';
import { createLog } from '@carrel/api/src/platform/log.ts';

/** Returns what a kind is opened with, where servers of this machine may be reached. */
export async function createSourceContext(
  overrides: Partial<SourceContext> = {},
): Promise<SourceContext & { close(): void }> {
  const policy = createAddressPolicy({
    privateNetworks: ['127.0.0.1', '::1'],
    resolve: () => Promise.resolve(['127.0.0.1']),
  });
  const signal = overrides.signal ?? new AbortController().signal;
  const http = createSourceHttp({ policy, signal, firstPauseSeconds: 0.01 });
  return {
    secret: undefined,
    accessToken: () => Promise.resolve('token'),
    http,
    connect: (target) => guardedConnect(policy, target, { timeoutMilliseconds: 5000, signal }),
    readWebPage: (input) => {
      const page = readWebPage(input);
      return Promise.resolve(page === undefined ? { kind: 'none' } : { kind: 'page', page });
    },
    workFolder: await mkdtemp(join(tmpdir(), 'carrel-source-')),
    allowedFolders: [],
    objectBytesMax: 10 * 1024 * 1024,
    signal,
    isLeftOut: () => false,
    log: createLog(() => undefined),
    now: () => new Date(),
    ...overrides,
    close: () => http.close(),
  };
}

/** Everything that a connection lists, page by page, and what it returns for the next run. */
export async function listAll(connection: SourceConnection, since?: string) {
  const objects: ListedObject[] = [];
  const gone: string[] = [];
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const page = await connection.list({ cursor, since });
    objects.push(...page.objects);
    gone.push(...(page.gone ?? []));
    if (page.next === undefined) {
      return {
        objects,
        gone,
        pages,
        isDelta: page.isDelta === true,
        changeToken: page.changeToken,
      };
    }
    cursor = page.next;
  }
}

/** The bytes of an object, as text. */
export async function readText(connection: SourceConnection, object: ListedObject) {
  if (object.content !== undefined) return Buffer.from(object.content).toString('utf8');
  const pieces: Uint8Array[] = [];
  for await (const piece of await connection.read(object)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
