import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { copyMigratedDatabase } from '../database/copy-migrated-database.ts';
import { endWithTests } from '../faults/end-with-tests.ts';
import { freePort } from './free-port.ts';
import { SHORT_LIVED } from './short-lived.ts';

const API = fileURLToPath(new URL('../../api/', import.meta.url));
const PASSWORD = 'correct horse battery';

/** The real server in a process that can be killed. */
export interface ServerProcess {
  /** Resolves when the server is ready for requests. */
  start(): Promise<void>;
  /** Kills the server with SIGKILL. */
  kill(): Promise<void>;
  /** Stops the server with SIGTERM, and returns its exit code. */
  stop(): Promise<number | null>;
  /** Registers an account, confirms its address and signs it in. */
  signIn(address?: string): Promise<void>;
  /** Copies the session cookies of another server's client. */
  signInLike(other: ServerProcess): void;
  readonly cookies: ReadonlyMap<string, string>;
  readonly origin: string;
  /** Returns the id of the last started process. */
  pid(): number;
  call(method: string, path: string, sent?: ServerRequest): Promise<Response>;
}

interface ServerRequest {
  json?: unknown;
  body?: Uint8Array<ArrayBuffer>;
  organizationId?: string;
  headers?: Record<string, string>;
}

/**
 * With `createsDatabase`, the first start creates the database instead of copying a migrated one. A server that is not
 * `isShortLived` is compiled as in production.
 */
export async function createTestServer(
  dataDirectory: string,
  environment: Record<string, string> = {},
  { createsDatabase = 'DATABASE_URL' in environment, isShortLived = true } = {},
): Promise<ServerProcess> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const cookies = new Map<string, string>();
  const origin = `http://127.0.0.1:${port}`;

  const call = async (method: string, path: string, sent: ServerRequest = {}) => {
    const { json, body, organizationId, headers } = sent;
    const type = json === undefined ? 'application/zip' : 'application/json';
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        'Content-Type': type,
        Cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(organizationId === undefined ? {} : { 'X-Organization-Id': organizationId }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(body === undefined ? {} : { body }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    return response;
  };

  return {
    call,
    cookies,
    origin,
    pid: () => child?.pid ?? 0,
    signInLike: (other) => {
      for (const [name, value] of other.cookies) cookies.set(name, value);
    },
    start: async () => {
      if (!createsDatabase) copyMigratedDatabase(dataDirectory);
      child = endWithTests(
        spawn(process.execPath, [...(isShortLived ? SHORT_LIVED : []), 'src/main.ts'], {
          cwd: API,
          env: {
            PATH: process.env['PATH'],
            NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
            DATA_DIR: dataDirectory,
            PORT: String(port),
            // Tests with full counts take longer than the default of 15 minutes.
            ACCESS_TTL_SECONDS: '86400',
            ...environment,
          },
          stdio: ['ignore', 'ignore', 'inherit'],
        }),
      );
      const ended = once(child, 'exit').then(([code]) => {
        throw new Error(`The server ended with ${String(code)}`);
      });
      await Promise.race([ready(origin), ended]);
      ended.catch(() => undefined);
    },
    kill: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      if (child === undefined) throw new Error('The server was not started');
      const ended = once(child, 'exit') as Promise<[number | null]>;
      child.kill('SIGTERM');
      const [code] = await ended;
      return code;
    },
    signIn: async (email_address = 'ada@example.com') => {
      await call('POST', '/accounts/register', {
        json: { first_name: 'Ada', last_name: 'Byron', email_address, password: PASSWORD },
      });
      const token = await confirmationToken(join(dataDirectory, 'outbox'), email_address);
      await call('PUT', '/accounts/confirm-email', { json: { token } });
      await call('POST', '/accounts/login', { json: { email_address, password: PASSWORD } });
    },
  };
}

async function ready(origin: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (response?.ok === true) return;
    await pause(50);
  }
}

/** Returns the token of the confirmation e-mail to an address. Without a mail server, e-mails are files. */
async function confirmationToken(outbox: string, address: string): Promise<string> {
  for (;;) {
    const names = await readdir(outbox).catch(() => []);
    // A file has another name until it is complete.
    for (const name of names.filter((file) => file.endsWith('.eml'))) {
      const message = (await readFile(join(outbox, name), 'utf8')).replace(/=\r?\n/g, '');
      const token = /email-confirm\/([\w-]+)/.exec(message)?.[1];
      if (token !== undefined && message.includes(address)) return token;
    }
    await pause(50);
  }
}

export async function pause(milliseconds: number): Promise<void> {
  await once(AbortSignal.timeout(Math.round(milliseconds)), 'abort');
}
