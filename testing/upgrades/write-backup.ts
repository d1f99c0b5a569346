import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { freePort } from '../servers/free-port.ts';
import { buildZip } from '../zips/build-zip.ts';

// Starts the server of a worktree of an earlier version, puts documents into it, kills it while it works, and makes a
// backup by that version's own command: see backups/README.md. The worktree is installed.

const [, , root = '', file = ''] = process.argv;
const dataDirectory = mkdtempSync(join(tmpdir(), 'carrel-backup-'));
const port = await freePort();
const origin = `http://localhost:${port}`;
const env = {
  PATH: process.env['PATH'],
  DATA_DIR: dataDirectory,
  PORT: String(port),
  PUBLIC_URL: origin,
};
const cookies = new Map<string, string>();
let organizationId: string | undefined;

interface Sent {
  json?: unknown;
  body?: Uint8Array<ArrayBuffer>;
}

async function call<T>(method: string, path: string, { json, body }: Sent = {}): Promise<T> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      'Content-Type': json === undefined ? 'application/zip' : 'application/json',
      Cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      'X-Filename': 'library.zip',
      ...(organizationId !== undefined && { 'X-Organization-Id': organizationId }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(body !== undefined && { body }),
  });
  for (const cookie of response.headers.getSetCookie()) {
    const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
    cookies.set(name, value);
  }
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

const create = async (path: string, name: string) =>
  (await call<{ id: string }>('POST', path, { json: { name } })).id;

const upload = (datasetId: string, files: Record<string, string>) =>
  call('POST', `/datasets/${datasetId}/archives?purge_on_completion=false`, {
    body: Uint8Array.from(
      buildZip(Object.entries(files).map(([name, content]) => ({ name, content }))),
    ),
  });

const texts = (folder: string, count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `${folder}/${at}.txt`,
      `${folder} ${at}: The reading room opens at nine.`,
    ]),
  );

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await setTimeout(100);
}

async function signIn(): Promise<void> {
  const email_address = 'ada@example.com';
  const password = 'correct horse battery';
  await call('POST', '/accounts/register', {
    json: { first_name: 'Ada', last_name: 'Byron', email_address, password },
  });
  const outbox = join(dataDirectory, 'outbox');
  let token: string | undefined;
  await until(() => {
    const names = existsSync(outbox) ? readdirSync(outbox) : [];
    const mails = names.filter((name) => name.endsWith('.eml'));
    const text = mails.map((name) => readFileSync(join(outbox, name), 'utf8')).join('');
    token = /email-confirm\/([\w-]+)/.exec(text.replace(/=\r?\n/g, ''))?.[1];
    return token !== undefined;
  });
  await call('PUT', '/accounts/confirm-email', { json: { token } });
  await call('POST', '/accounts/login', { json: { email_address, password } });
}

const server = spawn(process.execPath, ['src/main.ts'], {
  cwd: join(root, 'api'),
  env,
  stdio: ['ignore', 'ignore', 'inherit'],
});
try {
  await until(async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok === true);
  await signIn();
  organizationId = await create('/organizations', 'Readers');
  const [library, letters, gone] = [
    await create('/datasets', 'Library'),
    await create('/datasets', 'Letters'),
    await create('/datasets', 'Gone'),
  ];
  await create('/workspaces', 'Desk');
  await upload(library, {
    'notes/one.md': '# One\n\nThe reading room opens at nine.',
    'notes/two.md': '# Two\n\nBooks are lent for four weeks.',
    'bad.pdf': '%PDF-1.7 damaged',
  });
  await upload(gone, texts('gone', 2));
  const ready = async (id: string) => {
    type Listed = { status_counts: { embedded: number } };
    return (await call<Listed>('GET', `/datasets/${id}/documents`)).status_counts.embedded === 2;
  };
  await until(async () => (await ready(library)) && (await ready(gone)));
  await call('DELETE', `/datasets/${gone}`);
  await Promise.all([upload(letters, texts('letters', 40)), upload(library, texts('second', 10))]);
  await setTimeout(300);
} finally {
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}
const options = { cwd: root, env, stdio: 'inherit' } as const;
spawnSync(process.execPath, ['scripts/operate/backup.ts', resolve(file)], options);
rmSync(dataDirectory, { recursive: true });
