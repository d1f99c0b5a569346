import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import type { Archive, ErrorBody } from '@carrel/shared/contract';
import type { ServerType } from '@hono/node-server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { createListener } from './serve.ts';
import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

/** A zip without any entry is its end record alone. */
const EMPTY_ZIP = Buffer.from([0x50, 0x4b, 5, 6, ...Array<number>(18).fill(0)]);

let directory: string;
let fixture: ServerFixture;
let owner: Member;
let organizationId: string;
let datasetId: string;
let server: ServerType;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'carrel-headers-'));
  fixture = await createServerFixture({ settings: { dataDirectory: join(directory, 'a/b/data') } });
  owner = await fixture.person();
  organizationId = await fixture.organization(owner);
  const made = await owner.call('POST', '/datasets', { organizationId, json: { name: 'Library' } });
  datasetId = (await readJson<{ id: string }>(made)).id;
  server = createListener(fixture.app.fetch);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(async () => {
  server.close();
  await fixture.close();
  await rm(directory, { recursive: true, force: true });
});

/** Uploads with raw bytes as a header line, which an HTTP client would refuse to send. */
async function upload(line: Buffer) {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const head = [
    `POST /api/v1/datasets/${datasetId}/archives?sync=false HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Cookie: ${[...owner.cookies].map((pair) => pair.join('=')).join('; ')}`,
    `X-Organization-Id: ${organizationId}`,
    'Content-Type: application/zip',
    `Content-Length: ${EMPTY_ZIP.length}`,
    '',
  ].join('\r\n');
  socket.write(Buffer.concat([Buffer.from(head), line, Buffer.from('\r\n\r\n'), EMPTY_ZIP]));
  const response = await text(socket);
  const [top = '', ...rest] = response.split('\r\n\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(top)?.[1]),
    requestId: /x-request-id: (.*)/i.exec(top)?.[1],
    body: rest.join('\r\n\r\n'),
  };
}

const named = (value: string | Buffer) =>
  Buffer.concat([Buffer.from('X-Filename: '), Buffer.from(value)]);

async function names(): Promise<string[]> {
  const response = await owner.call('GET', `/datasets/${datasetId}/archives`, { organizationId });
  const { archives } = await readJson<{ archives: Archive[] }>(response);
  return archives.map(({ name }) => name);
}

const UUID = /^a\/b\/data\/archives\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns the files that are not named after an archive's id, and the number of those that are. */
async function stored(): Promise<{ unexpected: string[]; archives: number }> {
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
  const unexpected = paths.filter((path) => !UUID.test(path));
  return { unexpected, archives: paths.length - unexpected.length };
}

test.each<[string, Buffer, string]>([
  ['absent', Buffer.from('X-Other: 1'), 'archive.zip'],
  ['empty', named(''), 'archive.zip'],
  ['twice', Buffer.from('X-Filename: a.zip\r\nX-Filename: b.zip'), 'a.zip, b.zip'],
  ['cut by CR LF', named('a.zip\r\nX-Evil: 1'), 'a.zip'],
  ['with an encoded CR LF', named('a.zip%0D%0AX-Evil%3A%201'), 'a.zipX-Evil: 1'],
  ['with an encoded NUL', named('a%00b.zip'), 'ab.zip'],
  ['of a folder above', named('../../../../outside.zip'), 'outside.zip'],
  ['of an encoded folder above', named('..%2F..%2Foutside.zip'), 'outside.zip'],
  ['of a folder above, encoded twice', named('..%252F..%252Foutside.zip'), '..%2F..%2Foutside.zip'],
  ['that is absolute', named('/etc/cron.d/outside'), 'outside'],
  ['of bytes that are no UTF-8', named(Buffer.from([0xff, 0xfe, 0x41])), 'ÿþA'],
  ['of encoded bytes that are no UTF-8', named('%FF%FEA.zip'), '%FF%FEA.zip'],
  ['of 10 kB', named('a'.repeat(10_240)), 'a'.repeat(255)],
  ['of 10 kB of encoded text', named('%C3%A4'.repeat(1700)), 'ä'.repeat(255)],
])('T5: a file name %s is sanitized, and no file has it', async (_, line, name) => {
  const before = await names();
  expect((await upload(line)).status).toBe(201);
  expect(await names()).toEqual([name, ...before]);
  expect(await stored()).toEqual({ unexpected: [], archives: before.length + 1 });
});

test.each<[string, Buffer, number]>([
  ['with a bare CR', named('a\rb.zip'), 400],
  ['with NUL', named('a\0b.zip'), 400],
  ['of 40 kB', named('a'.repeat(40_960)), 431],
])('T5: a file name %s is refused with a message', async (_, line, refusal) => {
  const before = await names();
  const { status, body, requestId } = await upload(line);
  expect(status).toBe(refusal);
  expect((JSON.parse(body) as ErrorBody).message).toMatch(/^[A-Z].*\.$/);
  // The log has it too: `refusal-headers.test.ts`.
  expect(requestId).toMatch(/^[\da-f-]{36}$/);
  expect(await names()).toEqual(before);
  expect(await stored()).toEqual({ unexpected: [], archives: before.length });
});

test('a body that arrives byte by byte times out after a minute, and its connection is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  try {
    let received = '';
    socket.on('data', (bytes: Buffer) => {
      received += bytes.toString();
    });
    socket.write(
      'POST /api/v1/accounts/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    );
    await expect.poll(() => vi.getTimerCount(), { timeout: 20_000 }).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(received).toBe('');
    // The connection is closed by a timer after the response.
    const later = async () => {
      socket.write('x');
      await vi.advanceTimersByTimeAsync(1000);
      return [received, socket.destroyed];
    };
    await expect
      .poll(later, { timeout: 20_000 })
      .toEqual([expect.stringMatching(/^HTTP\/1.1 408 [^]*The request came too slowly\./), true]);
  } finally {
    vi.useRealTimers();
    socket.destroy();
  }
});
