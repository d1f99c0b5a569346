import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { CurrentUser } from '@carrel/shared/contract';

import type { Database } from '@carrel/api/src/platform/database/database.ts';
import { openPostgres } from '@carrel/api/src/platform/database/postgres/postgres-database.ts';
import { startTestPostgres } from '../postgres/test-postgres.ts';
import { PASSWORD, readJson } from '../server-fixture.ts';
import { createTestServer } from './server-process.ts';

/** A browser in which an account is signed in. */
export interface Browser {
  address: string;
  /** The value of the header. */
  cookies: string;
}

export interface Person extends Browser {
  id: string;
}

interface Sent {
  json?: unknown;
  organizationId?: string;
}

/** The real server on a PostgreSQL of its own, and several accounts. */
export interface ServerWithPeople {
  origin: string;
  database: Database;
  register(address: string): Promise<Person>;
  signIn(address: string): Promise<Browser>;
  /** Calls a path below /api/v1. @throws if the response is not 2xx. */
  call(browser: { cookies: string }, method: string, path: string, sent?: Sent): Promise<Response>;
  /** Returns the paths of the files of archives, those of unfinished uploads in `incoming`. */
  archiveFiles(): string[];
  close(): Promise<void>;
}

/** Returns the headers of a request from a browser. */
export const headersOf = ({ cookies }: { cookies: string }, organizationId?: string) => ({
  Cookie: cookies,
  ...(organizationId === undefined ? {} : { 'X-Organization-Id': organizationId }),
});

export async function startServerWithPeople(): Promise<ServerWithPeople> {
  const directory = mkdtempSync(join(tmpdir(), 'carrel-people-'));
  const postgres = startTestPostgres();
  const databaseUrl = postgres.urlOf('postgres');
  const server = await createTestServer(directory, { DATABASE_URL: databaseUrl });
  await server.start();
  const database = await openPostgres(databaseUrl);

  const call: ServerWithPeople['call'] = async (browser, method, path, sent = {}) => {
    const { json, organizationId } = sent;
    const response = await fetch(`${server.origin}/api/v1${path}`, {
      method,
      headers: {
        ...headersOf(browser, organizationId),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response;
  };

  const signIn = async (address: string) => {
    const json = { email_address: address, password: PASSWORD };
    const response = await call({ cookies: '' }, 'POST', '/accounts/login', { json });
    const pairs = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    return { address, cookies: pairs.join('; ') };
  };

  return {
    origin: server.origin,
    database,
    call,
    signIn,
    register: async (address) => {
      await server.signIn(address);
      const browser = await signIn(address);
      const current = await call(browser, 'GET', '/accounts/current');
      return { ...browser, id: (await readJson<CurrentUser>(current)).id };
    },
    archiveFiles: () =>
      readdirSync(join(directory, 'archives'), { recursive: true, encoding: 'utf8' }),
    close: async () => {
      await server.kill();
      await database.close();
      postgres.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
