import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { copyMigratedDatabase } from '@carrel/testing/database/copy-migrated-database.ts';
import { endWithTests } from '@carrel/testing/faults/end-with-tests.ts';
import { SHORT_LIVED } from '@carrel/testing/servers/short-lived.ts';
import { readStarting } from './operations/health/starting-file.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-main-'));
  copyMigratedDatabase(folder);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the server as a process. */
function run(settings: Record<string, string>, args: readonly string[] = []) {
  const child = endWithTests(
    spawn(process.execPath, [...SHORT_LIVED, join(import.meta.dirname, 'main.ts'), ...args], {
      env: { ...process.env, DATA_DIR: folder, ...settings },
    }),
  );
  let errors = '';
  child.stderr.on('data', (bytes: Buffer) => {
    errors += bytes.toString();
  });
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) => {
    child.on('exit', (code) => resolve({ code, errors }));
  });
  let output = '';
  const logged = (message: string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        if (output.includes(`"message":"${message}"`)) resolve();
      };
      child.stdout.on('data', check);
      check();
      void ended.then(({ errors: why }) => reject(new Error(why)));
    });
  child.stdout.on('data', (bytes: Buffer) => {
    output += bytes.toString();
  });
  const ready = logged('ready');
  ready.catch(() => undefined);
  return { child, ready, logged, ended };
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

describe('the server as a process', () => {
  test('D3: refuses a data directory or a port that is in use, and names the process', async () => {
    const port = await freePort();
    const server = run({ PORT: port });
    await server.ready;
    const second = await run({ PORT: await freePort() }).ended;
    expect(second).toEqual({
      code: 1,
      errors: `The data directory ${folder} is in use by process ${server.child.pid ?? 0}.\n`,
    });
    const third = await run({ PORT: port }).ended;
    expect(third.code).toBe(1);
    expect(third.errors).toMatch(new RegExp(`^Port ${port} is in use by another program: .+\\n$`));
    server.child.kill('SIGKILL');
    await server.ended;
  }, 120_000);

  test('D7: responds to requests in flight after SIGTERM, and exits with 0', async () => {
    const port = await freePort();
    const server = run({ PORT: port });
    await server.ready;
    const body = JSON.stringify({ email_address: 'a@example.com' });
    const inFlight = request(`http://127.0.0.1:${port}/api/v1/accounts/reset-password`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': body.length },
    });
    const status = new Promise<number | undefined>((resolve, reject) => {
      inFlight.on('response', ({ statusCode }) => resolve(statusCode));
      inFlight.on('error', reject);
    });
    inFlight.write(body.slice(0, 5));
    // A response to a later request shows that the server has received the first one.
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);

    const signalled = performance.now();
    server.child.kill('SIGTERM');
    await server.logged('draining');
    await expect.poll(() => connect(Number(port)), { timeout: 8000 }).toBe('ECONNREFUSED');
    inFlight.end(body.slice(5));
    expect(await status).toBe(204);
    expect((await server.ended).code).toBe(0);
    expect(performance.now() - signalled).toBeLessThan(10_000);
  }, 120_000);

  test('D7: under load, responds to every request from before SIGTERM, and exits with 0', async () => {
    const port = await freePort();
    const server = run({ PORT: port });
    await server.ready;
    let signalled = Number.POSITIVE_INFINITY;
    const failed: unknown[] = [];
    const responses = { before: 0, after: 0 };
    const client = async () => {
      for (;;) {
        const started = performance.now();
        try {
          const path = 'api/v1/accounts/reset-password';
          const { status } = await post(`http://127.0.0.1:${port}/${path}`, {
            email_address: 'a@example.com',
          });
          if (status !== 204 && status !== 429 && status !== 503) failed.push(status);
          responses[started < signalled ? 'before' : 'after'] += 1;
        } catch (error) {
          if (started < signalled) failed.push(error);
          return;
        }
      }
    };
    const clients = Array.from({ length: 20 }, client);
    await expect.poll(() => responses.before, { timeout: 60_000 }).toBeGreaterThan(100);
    signalled = performance.now();
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    await Promise.all(clients);
    expect(failed).toEqual([]);
    expect(performance.now() - signalled).toBeLessThan(10_000);
  }, 120_000);

  test.each([
    [{ PORT: 'abc' }, /^The setting PORT must be .+\.\n$/],
    [{ STORAGE_URL: 's3://bucket', AWS_ACCESS_KEY_ID: '' }, /^The setting STORAGE_URL needs .+\n$/],
    [{ SMTP_URL: 'smtp://' }, /^The setting SMTP_URL must be .+\n$/],
    [{ DATA_DIR: '/dev/null/data' }, /^Carrel may not use \/dev\/null.+\n$/],
  ])('reports in one sentence why it does not start: %o', async (settings, sentence) => {
    const unused = join(folder, 'unused');
    const { code, errors } = await run({ DATA_DIR: unused, ...settings }).ended;
    expect(code).toBe(1);
    expect(errors).toMatch(sentence);
    expect(existsSync(unused)).toBe(false);
  });

  test('waits for a database that cannot be reached yet, and says so', async () => {
    const where = { dataDirectory: folder, port: Number(await freePort()) };
    const server = run({
      PORT: String(where.port),
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x',
    });
    await server.logged('waiting for the database');
    await expect
      .poll(() => readStarting(where)?.doing)
      .toBe('waiting for the database (connect ECONNREFUSED 127.0.0.1:1)');
    server.child.kill('SIGKILL');
    await server.ended;
    expect(readStarting(where)).toBeUndefined();
  }, 60_000);

  test('stops in order once the process has gone that started it', async () => {
    const parent = endWithTests(spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']));
    const server = run({ PORT: await freePort() }, [`--parent=${parent.pid ?? 0}`]);
    await server.ready;
    // Nobody reads what it writes from then on.
    server.child.stdout.destroy();
    parent.kill('SIGKILL');
    expect((await server.ended).code).toBe(0);
  }, 120_000);
});

/** Opens a connection and closes it; returns the code of the error if it is refused. */
function connect(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => socket.destroy());
    socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
    socket.on('close', () => resolve(undefined));
  });
}

/** Posts JSON over a new connection. */
function post(url: string, json: unknown): Promise<{ status: number | undefined }> {
  const body = JSON.stringify(json);
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent: false,
      headers: { 'Content-Type': 'application/json', 'Content-Length': body.length },
    });
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
