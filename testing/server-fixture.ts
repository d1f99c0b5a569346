import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { RoleName } from '@carrel/shared/contract';
import type { Hono } from 'hono';

import { createApp } from '@carrel/api/src/app.ts';
import type { Database } from '@carrel/api/src/platform/database/database.ts';
import { createTestDatabase } from './database/test-database.ts';
import { requireTx } from './database/require-tx.ts';
import { deliver } from '@carrel/api/src/platform/mail/deliver.ts';
import type { Message } from '@carrel/api/src/platform/mail/write-message.ts';
import { modelSourcesOf } from '@carrel/api/src/models/model-sources.ts';
import { MAILS } from '@carrel/api/src/services.ts';
import { startQueue } from '@carrel/api/src/jobs/queue.ts';
import { readSettings, type Settings } from '@carrel/api/src/platform/settings/settings.ts';
import type { ApiEnv } from '@carrel/api/src/platform/http/api-context.ts';
import type { Dependencies } from '@carrel/api/src/platform/dependencies.ts';
import { requireDescribedResponses } from './openapi/described-responses.ts';
import { createLog } from '@carrel/api/src/platform/log.ts';

export const PASSWORD = 'correct horse battery';

interface RequestOptions {
  json?: unknown;
  body?: Uint8Array<ArrayBuffer>;
  organizationId?: string;
  headers?: Record<string, string>;
}

/** A client that keeps cookies between calls, as a browser does. */
export interface Visitor {
  readonly cookies: Map<string, string>;
  /** Calls a path below /api/v1. */
  call(method: string, path: string, options?: RequestOptions): Promise<Response>;
}

export interface Member extends Visitor {
  accountId: string;
  address: string;
}

/** The real server without a socket, on a new database, and clients for it. */
export interface ServerFixture {
  app: Hono<ApiEnv>;
  dependencies: Dependencies;
  database: Database;
  visitor(): Visitor;
  /** Registers, confirms and signs in a new account. */
  person(address?: string): Promise<Member>;
  /** Signs in a new account that has a role in an organization. */
  member(organizationId: string, role: RoleName): Promise<Member>;
  organization(owner: Visitor, name?: string): Promise<string>;
  roleId(organizationId: string, role: RoleName): Promise<string>;
  /** Sends the messages of the outbox and returns them, oldest first. */
  mails(): Promise<Message[]>;
  close(): Promise<void>;
}

let people = 0;

interface FixtureOptions {
  settings?: Partial<Settings>;
  wrapDatabase?: (database: Database) => Database;
  /** Instead of a new one; `close` closes it. */
  database?: Database;
}

/** Creates a fixture for one test file, with a data directory that `close` deletes. */
export async function createServerFixture(options: FixtureOptions = {}): Promise<ServerFixture> {
  const database = requireTx(options.database ?? (await createTestDatabase()));
  const log = createLog(() => undefined);
  const dataDirectory = await mkdtemp(join(tmpdir(), 'carrel-test-'));
  // Tests are many clients: they name their addresses as a proxy does.
  const trustedProxies = ['127.0.0.1'];
  // Nothing listens there: the routes exist, and a question that reached the service would fail.
  const chat = { url: 'http://127.0.0.1:9', model: 'test', apiKey: undefined };
  const settings = {
    ...readSettings({}),
    dataDirectory,
    trustedProxies,
    chat,
    ...options.settings,
  };
  const queue = await startQueue(database, (error) => {
    log.error('queue', error);
  });
  const drain = new AbortController();
  const models = modelSourcesOf({ database, settings, log });
  const dependencies = { settings, database, queue, log, models, draining: drain.signal };
  const served = options.wrapDatabase?.(database) ?? database;
  const app = createApp({ ...dependencies, database: served });
  const requireDescribed = requireDescribedResponses(app);

  const visitor = (): Visitor => createVisitor(app);

  const mails = async () => {
    const sent: Message[] = [];
    const transport = {
      send: (_id: string, message: Message) => {
        sent.push(message);
        return Promise.resolve();
      },
      close: () => undefined,
    };
    const waiting = await database.query<{ id: string }>(
      `SELECT id FROM outbox WHERE sent_at IS NULL AND failed_at IS NULL AND due_at <= now()
       ORDER BY created_at`,
    );
    const context = { ...dependencies, transport, mails: MAILS };
    for (const { id } of waiting) await deliver(context, id);
    return sent;
  };

  const person = async (address = `person-${(people += 1)}@example.com`): Promise<Member> => {
    const browser = visitor();
    await browser.call('POST', '/accounts/register', {
      json: { first_name: 'Ada', last_name: 'Byron', email_address: address, password: PASSWORD },
    });
    const confirmation = (await mails()).find(({ to }) => to === address);
    await browser.call('PUT', '/accounts/confirm-email', {
      json: { token: tokenOf(confirmation) },
    });
    await browser.call('POST', '/accounts/login', {
      json: { email_address: address, password: PASSWORD },
    });
    const current = await readJson<{ id: string }>(await browser.call('GET', '/accounts/current'));
    return { ...browser, accountId: current.id, address };
  };

  const roleId = async (organizationId: string, role: RoleName) => {
    const [row] = await database.query<{ id: string }>(
      'SELECT id FROM roles WHERE organization_id = $1 AND name = $2',
      [organizationId, role],
    );
    return row?.id ?? '';
  };

  return {
    app,
    dependencies,
    database,
    visitor,
    person,
    mails,
    roleId,
    member: async (organizationId, role) => {
      const account = await person();
      await database.query(
        'INSERT INTO memberships (organization_id, account_id, role_id) VALUES ($1, $2, $3)',
        [organizationId, account.accountId, await roleId(organizationId, role)],
      );
      return account;
    },
    organization: async (owner, name = 'Readers') => {
      const created = await owner.call('POST', '/organizations', { json: { name } });
      return (await readJson<{ id: string }>(created)).id;
    },
    close: async () => {
      drain.abort();
      await queue.stop();
      await database.close();
      await rm(dataDirectory, { recursive: true, force: true });
      requireDescribed();
    },
  };
}

/** The token at the end of a message's link. */
export function tokenOf(message: Message | undefined): string {
  return message?.link?.split('/').at(-1) ?? '';
}

/** Returns whether a message has a link that works once, unlike a notice. */
export function hasToken(message: Message): boolean {
  return /\/(?:accounts|organizations)\//.test(message.link ?? '');
}

export async function readJson<Body>(response: Response): Promise<Body> {
  return (await response.json()) as Body;
}

/** Returns the body of a response; undefined for an event stream, which is cancelled. */
export async function readResponse(response: Response): Promise<unknown> {
  if (response.status === 204 || response.status === 302) return undefined;
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('text/csv')) return response.text();
  if (!type.startsWith('text/event-stream')) return response.json();
  await response.body?.cancel();
  return undefined;
}

/** Returns a client of an app, without cookies. */
export function createVisitor(app: Hono<ApiEnv>): Visitor {
  const cookies = new Map<string, string>();
  return {
    cookies,
    call: async (method, path, { json, body, organizationId, headers = {} } = {}) => {
      const response = await app.request(`/api/v1${path}`, {
        method,
        headers: {
          ...(cookies.size === 0
            ? {}
            : { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(organizationId === undefined ? {} : { 'X-Organization-Id': organizationId }),
          ...headers,
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        ...(body === undefined ? {} : { body }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    },
  };
}
