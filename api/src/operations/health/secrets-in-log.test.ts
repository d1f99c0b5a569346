import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { ErrorBody } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startS3Server, type S3TestServer } from '@carrel/testing/s3-server.ts';
import { startEmbeddingService } from '@carrel/testing/faults/embedding-service.ts';
import { keyUses } from '@carrel/testing/key-uses.ts';
import { secondStepJourney } from '@carrel/testing/faults/second-step-journey.ts';
import { leakedSecrets } from '@carrel/testing/faults/leaked-secrets.ts';
import { endWithTests } from '@carrel/testing/faults/end-with-tests.ts';
import { SHORT_LIVED } from '@carrel/testing/servers/short-lived.ts';
import { freePort } from '@carrel/testing/servers/free-port.ts';
import { startMailServer, type TestMailServer } from '@carrel/testing/faults/mail-server.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

const MAIN = join(import.meta.dirname, '../../main.ts');
const ADDRESS = 'ada@example.com';
const GUEST = 'guest@example.com';

/** Secrets from the settings, and passwords of users. */
const SECRETS = {
  'first password': 'first-password-of-ada',
  'wrong password': 'wrong-password-of-ada',
  'new password': 'second-password-of-ada',
  "guest's password": 'password-of-the-guest',
  'mail password': 'mail-p4ssw0rd',
  'embedding key': 'sk-embedding-k3y',
  'hub token': 'hf_hub-t0ken',
};

let directory: string;
let child: ChildProcess;
let smtp: TestMailServer;
let embeddings: Awaited<ReturnType<typeof startEmbeddingService>>;
let storage: S3TestServer;
let origin: string;
let output = '';
const lines: string[] = [];
const cookies = new Map<string, string>();
/** Every secret of the journey, by its kind. */
const issued = new Map<string, string>(Object.entries(SECRETS));
const requestIds: string[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'carrel-secrets-'));
  storage = await startS3Server();
  smtp = await startMailServer({
    password: SECRETS['mail password'],
    refuse: (address) => (address.startsWith('bounce') ? 550 : undefined),
  });
  // Refuses every text, and repeats the key of the request.
  embeddings = await startEmbeddingService(({ headers }) => ({
    status: 400,
    body: { error: `No text for the key: ${headers.authorization ?? ''}` },
  }));
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  const run = start({
    PORT: String(port),
    DATA_DIR: directory,
    SMTP_URL: smtp.url,
    EMBEDDINGS_URL: embeddings.url,
    EMBEDDINGS_MODEL: 'test',
    EMBEDDINGS_API_KEY: SECRETS['embedding key'],
    HF_TOKEN: SECRETS['hub token'],
    STORAGE_URL: storage.url,
    ...storage.environment,
  });
  ({ child } = run);
  await run.ready;
  for (const [name, value] of Object.entries(storage.environment)) issued.set(name, value);
}, 120_000);

afterAll(async () => {
  child.kill('SIGKILL');
  await smtp.stop();
  embeddings.stop();
  await storage.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Runs the server and records its output. */
function start(environment: Record<string, string>) {
  const server = endWithTests(
    spawn(process.execPath, [...SHORT_LIVED, MAIN], {
      env: { PATH: process.env['PATH'], ...environment },
    }),
  );
  server.stderr.on('data', (bytes: Buffer) => {
    output += bytes.toString();
  });
  const ready = new Promise<void>((resolve, reject) => {
    createInterface(server.stdout).on('line', (line) => {
      output += `${line}\n`;
      lines.push(line);
      if (line.includes('"message":"ready"')) resolve();
    });
    server.on('exit', (code) => reject(new Error(`The server ended with ${String(code)}`)));
  });
  ready.catch(() => undefined);
  return { child: server, ready };
}

async function call(method: string, path: string, sent: { json?: unknown; body?: Buffer } = {}) {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      Cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      'Content-Type': sent.body === undefined ? 'application/json' : 'application/zip',
      ...(issued.has('organization') && { 'X-Organization-Id': issued.get('organization') ?? '' }),
    },
    ...(sent.json !== undefined && { body: JSON.stringify(sent.json) }),
    ...(sent.body !== undefined && { body: Uint8Array.from(sent.body) }),
  });
  requestIds.push(response.headers.get('X-Request-Id') ?? 'none');
  for (const cookie of response.headers.getSetCookie()) {
    const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
    cookies.set(name, value);
    // The short one is not a secret: it only marks a signed-in browser.
    if (value.length > 20) issued.set(`${name} ${issued.size}`, value);
  }
  const body = (await response.json().catch(() => ({}))) as ErrorBody & { id?: string };
  return { status: response.status, ...body };
}

/** The token of the link in the mail to an address, once it has arrived. */
async function mailed(address: string, link: string): Promise<string> {
  const find = () =>
    smtp.accepted
      .map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
      .filter((mail) => mail.includes(`To: ${address}`))
      .map((mail) => new RegExp(`/${link}/([\\w-]{20,})`).exec(mail)?.[1])
      .find((token) => token !== undefined);
  await expect.poll(find, { timeout: 30_000 }).toBeDefined();
  const token = find() ?? '';
  issued.set(`link ${link}`, token);
  return token;
}

const post = (path: string, json: unknown) => call('POST', path, { json });

async function accountJourney(): Promise<void> {
  const name = { first_name: 'Ada', last_name: 'Byron' };
  const signIn = (password: string) =>
    post('/accounts/login', { email_address: ADDRESS, password });
  const first = SECRETS['first password'];
  await post('/accounts/register', { ...name, email_address: ADDRESS, password: first });
  await post('/accounts/register', {
    ...name,
    email_address: 'bounce@example.com',
    password: first,
  });
  const token = await mailed(ADDRESS, 'email-confirm');
  expect((await call('PUT', '/accounts/confirm-email', { json: { token } })).status).toBe(204);
  expect((await signIn(SECRETS['wrong password'])).status).toBe(400);
  expect((await signIn(first)).status).toBe(200);
  expect((await call('PUT', '/accounts/sessions')).status).toBe(204);
  await post('/accounts/reset-password', { email_address: ADDRESS });
  const reset = { token: await mailed(ADDRESS, 'reset-password') };
  const new_password = SECRETS['new password'];
  const changed = await call('PUT', '/accounts/reset-password', {
    json: { ...reset, new_password },
  });
  expect(changed.status).toBe(204);
  expect((await signIn(new_password)).status).toBe(200);
}

async function organizationJourney(): Promise<string> {
  const { id: organizationId = '' } = await post('/organizations', { name: 'Readers' });
  issued.set('organization', organizationId);
  const members = `/organizations/${organizationId}/members`;
  const response = await fetch(`${origin}/api/v1/organizations`, {
    headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
  });
  const { organizations } = (await response.json()) as {
    organizations: { roles: { id: string }[] }[];
  };
  const role_id = organizations[0]?.roles.at(-1)?.id;
  expect((await post(members, { email_address: GUEST, role_id })).status).toBe(201);
  const accepted = await post('/accounts/accept-invitation', {
    first_name: 'Grace',
    last_name: 'Hopper',
    password: SECRETS["guest's password"],
    invitation_token: await mailed(GUEST, 'accept-invitation'),
  });
  expect(accepted.status).toBe(201);
  const { id = '' } = await post('/datasets', { name: 'Library' });
  return id;
}

async function hasFailedDocument(): Promise<boolean> {
  const response = await fetch(`${origin}/metrics`);
  return (await response.text()).includes('carrel_documents{status="embedding_error"} 1');
}

async function uploadJourney(datasetId: string): Promise<void> {
  const body = buildZip([{ name: 'a.txt', content: 'Text.' }]);
  const path = `/datasets/${datasetId}/archives`;
  storage.faults.push({
    when: () => true,
    times: 100,
    response: new Response('', { status: 403 }),
  });
  expect((await call('POST', path, { body })).status).toBe(503);
  storage.faults.length = 0;
  expect((await call('POST', path, { body })).status).toBe(201);
  await expect.poll(hasFailedDocument, { timeout: 30_000 }).toBe(true);
}

/** Uses an API key in every way, right and wrong. */
async function keyJourney(datasetId: string): Promise<void> {
  const { key = '' } = (await post(`/organizations/${issued.get('organization')}/api-keys`, {
    name: 'Nightly',
    scopes: ['search', 'documents:read'],
  })) as { key?: string };
  issued.set('API key', key);
  const calls = keyUses(key, { organizationId: issued.get('organization') ?? '', datasetId });
  for (const [status, path, init] of calls) {
    expect([path, (await fetch(origin + path, init)).status]).toEqual([path, status]);
  }
}

test('a whole journey leaves no secret in the log, and every line is JSON', async () => {
  await accountJourney();
  const password = SECRETS['new password'];
  await secondStepJourney({ call, mailed, issued, address: ADDRESS, password });
  const datasetId = await organizationJourney();
  await uploadJourney(datasetId);
  await keyJourney(datasetId);
  await call('POST', '/telemetry', {
    json: {
      version: '1',
      dropped: 0,
      events: [{ kind: 'error', message: 'Broken', stack: [], route: '/login' }],
    },
  });
  const stopped = once(child, 'exit');
  child.kill('SIGTERM');
  await stopped;

  issued.delete('organization');
  expect(leakedSecrets(output, issued)).toEqual([]);
  expect(issued.size).toBeGreaterThan(18);
  const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const record of records) {
    expect(record).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/) as string,
      level: expect.stringMatching(/^(?:info|warn|error)$/) as string,
      message: expect.any(String) as string,
    });
  }
  const loggedIds = records
    .filter(({ message }) => message === 'request')
    .map((record) => record['request_id']);
  expect(loggedIds).toEqual(expect.arrayContaining(requestIds));
  expect(new Set(records.map(({ level }) => level))).toEqual(new Set(['info', 'warn', 'error']));
  expect(records.map(({ message }) => message)).toContain('mail given up');
}, 120_000);

describe('a start that fails', () => {
  const secret = 'p4ssw0rd-of-a-connection';

  test.each([
    [
      'PostgreSQL is unavailable',
      { DATABASE_URL: `postgres://carrel:${secret}@127.0.0.1:1/carrel` },
    ],
    ['its address is malformed', { DATABASE_URL: `postgres//carrel:${secret}@nowhere` }],
    ['the mail server has no scheme', { SMTP_URL: `carrel:${secret}@mail` }],
  ])(
    'because %s reports it without the secret',
    async (_, environment) => {
      const before = output.length;
      const data = await mkdtemp(join(tmpdir(), 'carrel-secrets-'));
      const run = start({
        PORT: String(await freePort()),
        DATA_DIR: data,
        AWS_ACCESS_KEY_ID: 'id',
        AWS_SECRET_ACCESS_KEY: secret,
        ...environment,
      });
      const closed = once(run.child, 'close');
      const isSaid = () => /waiting for|must be/.test(output.slice(before));
      await expect.poll(isSaid, { timeout: 50_000 }).toBe(true);
      run.child.kill('SIGTERM');
      await closed;
      const message = output.slice(before);
      await rm(data, { recursive: true, force: true });
      expect(message.includes(secret)).toBe(false);
    },
    60_000,
  );
});
