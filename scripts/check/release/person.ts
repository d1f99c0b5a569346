import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

import { IN_PROGRESS_STATUSES } from '@carrel/shared/contract';

const PASSWORD = 'correct horse battery';
const POLL_MILLISECONDS = 50;
/** For a mail, or documents that are processed, on a busy machine. */
const TIMEOUT_MILLISECONDS = 180_000;

interface Received {
  status: number;
  text: string;
}

interface Sent {
  json?: unknown;
  zip?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

/** Calls `done` until it returns something. @throws with `what` after three minutes. */
export async function until<T>(what: string, done: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + TIMEOUT_MILLISECONDS;
  while (performance.now() < end) {
    const value = await done();
    if (value !== undefined) return value;
    await setTimeout(POLL_MILLISECONDS);
  }
  throw new Error(`${what} took longer than ${TIMEOUT_MILLISECONDS / 1000} seconds.`);
}

/** Somebody who calls the API of a running release, with the cookies of a session and on kept connections. */
export class Person {
  readonly #origin: URL;
  readonly #agent: Agent;
  readonly address: string;
  readonly #cookies = new Map<string, string>();
  organizationId: string | undefined;

  /** `from` is the address of this machine that the person calls from: limits are per address. */
  constructor(origin: string, address: string, from = '127.0.0.1') {
    this.#origin = new URL(origin);
    this.#agent = new Agent({ keepAlive: true, localAddress: from });
    this.address = address;
  }

  /** Sends one request, once. Rejects where there is no response, or only a part of it. */
  async send(
    method: string,
    pathname: string,
    { json, zip, headers }: Sent = {},
  ): Promise<Received> {
    const { hostname, port, host } = this.#origin;
    const body = json === undefined ? zip : JSON.stringify(json);
    const sent = request({
      agent: this.#agent,
      hostname,
      port,
      method,
      path: `/api/v1${pathname}`,
      headers: {
        Host: host,
        'Content-Type': zip === undefined ? 'application/json' : 'application/zip',
        'Content-Length': body === undefined ? 0 : Buffer.byteLength(body),
        Cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
        ...(this.organizationId !== undefined && { 'X-Organization-Id': this.organizationId }),
        ...headers,
      },
    });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    for (const cookie of response.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      this.#cookies.set(name, value);
    }
    return { status: response.statusCode ?? 0, text: await text(response) };
  }

  /** Sends a request and returns the JSON of its response. @throws for any other status than 2xx. */
  async call<T = unknown>(method: string, pathname: string, sent?: Sent): Promise<T> {
    const received = await this.send(method, pathname, sent);
    if (received.status < 200 || received.status > 299) {
      throw new Error(`${method} ${pathname}: ${received.status} ${received.text.slice(0, 300)}`);
    }
    return (received.text === '' ? undefined : JSON.parse(received.text)) as T;
  }

  /** Registers, and confirms with the link that the server wrote into the folder of its mails. */
  async register(outbox: string): Promise<void> {
    await this.call('POST', '/accounts/register', {
      json: {
        first_name: 'Ada',
        last_name: 'Byron',
        email_address: this.address,
        password: PASSWORD,
      },
    });
    const token = await until('The mail', () => mailedToken(outbox, this.address));
    await this.call('PUT', '/accounts/confirm-email', { json: { token } });
  }

  async signIn(): Promise<void> {
    const json = { email_address: this.address, password: PASSWORD };
    await this.call('POST', '/accounts/login', { json });
  }

  /** Creates an organization, which later calls are for. */
  async createOrganization(name: string): Promise<void> {
    const { id } = await this.call<{ id: string }>('POST', '/organizations', { json: { name } });
    this.organizationId = id;
  }

  async createDataset(name: string): Promise<string> {
    return (await this.call<{ id: string }>('POST', '/datasets', { json: { name } })).id;
  }

  /** Waits until a dataset has this many documents and processes none, and returns how many have each status. */
  async processed(datasetId: string, total: number): Promise<Record<string, number>> {
    const done = async () => {
      const { status_counts: counts } = await this.call<{ status_counts: Record<string, number> }>(
        'GET',
        `/datasets/${datasetId}/documents?limit=1`,
      );
      const isDone = IN_PROGRESS_STATUSES.every((status) => counts[status] === 0);
      return counts['total'] === total && isDone ? counts : undefined;
    };
    return until('Processing', done);
  }
}

async function mailedToken(outbox: string, address: string): Promise<string | undefined> {
  const names = await readdir(outbox).catch(() => []);
  for (const name of names.filter((file) => file.endsWith('.eml'))) {
    const mail = (await readFile(path.join(outbox, name), 'utf8')).replaceAll(/=\r?\n/g, '');
    const token = /email-confirm\/([\w-]+)/.exec(mail)?.[1];
    if (token !== undefined && mail.includes(`To: ${address}`)) return token;
  }
  return undefined;
}
