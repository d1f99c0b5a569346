import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createApp } from '../../app.ts';
import { DatabaseUnavailable } from '../database/database-error.ts';
import { createLog } from '../log.ts';
import { errorHandler } from './error-handler.ts';
import { clientNetwork } from './origins/client-address.ts';
import type { ApiEnv } from './api-context.ts';
import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

let fixture: ServerFixture;
let owner: Member;
let organizationId: string;

beforeAll(async () => {
  fixture = await createServerFixture();
  owner = await fixture.person();
  organizationId = await fixture.organization(owner);
});

afterAll(async () => {
  await fixture.close();
});

const post = (body: string, headers: Record<string, string> = {}) =>
  owner.call('POST', '/workspaces', {
    organizationId,
    body: new TextEncoder().encode(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });

describe('every response', () => {
  test('has a request id and headers against caching, framing and sniffing', async () => {
    const response = await owner.call('GET', '/organizations');
    expect(response.headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
  });

  test('has Strict-Transport-Security under https', async () => {
    const { dependencies } = fixture;
    const publicUrl = 'https://carrel.example.com';
    const settings = { ...dependencies.settings, publicUrl, consoleOrigins: [publicUrl] };
    const page = new Hono().get('/login', (c) => c.html('<p>Sign in</p>'));
    const app = createApp({ ...dependencies, settings }, page);
    for (const [path, host, status] of [
      ['/healthz', 'localhost', 200],
      ['/metrics', 'localhost', 200],
      ['/login', 'carrel.example.com', 200],
      ['/login', 'evil.example', 421],
      ['/api/v1/accounts/current', 'carrel.example.com', 401],
      ['/api/v1/nothing', 'carrel.example.com', 404],
      ['/nothing', 'carrel.example.com', 404],
    ] as const) {
      const response = await app.request(path, { headers: { Host: host } });
      expect([path, response.status]).toEqual([path, status]);
      expect(response.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
    }
  });

  test('to an unknown path is a 404 in JSON', async () => {
    for (const method of ['GET', 'DELETE', 'POST']) {
      const response = await owner.call(method, '/nothing');
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ message: 'This page was not found.' });
      expect(response.headers.get('X-Request-Id')).not.toBeNull();
    }
  });
});

describe('T7: a body', () => {
  test.each([
    ['that is no JSON', '{"name":', 400],
    ['that is empty', '', 400],
    ['that is nested too deeply', '['.repeat(500_000), 400],
    ['over 1 MB', JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), 413],
    ['of another type', '[]', 422],
    ['that is null', 'null', 422],
    ['with a number for a name', '{"name":1e400}', 422],
    ['without a name', '{"__proto__":{"name":"x"}}', 422],
    ['with NUL', '{"name":"a\\u0000b"}', 422],
    ['with a lone surrogate', '{"name":"\\ud800"}', 422],
    ['with a field that is there twice', '{"name":"a","name":"b"}', 422],
    ['with unknown fields', '{"name":"x","__proto__":{},"constructor":1}', 201],
  ])('%s', async (_, body, status) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    const { id, message } = await readJson<{ id?: string; message?: string }>(response);
    expect(id ?? message).toMatch(status === 201 ? /^[\da-f-]{36}$/ : /^[A-Z]/);
  });

  test('that is an array is refused where an object needs no field', async () => {
    const { id } = await readJson<{ id: string }>(await post('{"name":"x"}'));
    const response = await owner.call('PATCH', `/workspaces/${id}`, { organizationId, json: [] });
    expect(response.status).toBe(422);
  });

  test('that is not UTF-8', async () => {
    const response = await owner.call('POST', '/workspaces', {
      organizationId,
      body: new Uint8Array([0x7b, 0xff, 0x7d]),
      headers: { 'Content-Type': 'application/json' },
    });
    expect(response.status).toBe(400);
  });

  test.each([[''], ['application/xml'], ['application/json-seq']])(
    'of the type %j is refused',
    async (type) => {
      expect((await post('{"name":"x"}', { 'Content-Type': type })).status).toBe(415);
    },
  );

  test('that is longer than its Content-Length says is refused', async () => {
    const big = JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) });
    expect((await post(big, { 'Content-Length': '10' })).status).toBe(413);
  });
});

describe('an error of the server', () => {
  const app = new Hono<ApiEnv>();
  const lines: string[] = [];
  app.onError(errorHandler(createLog((line) => lines.push(line))));
  app.get('/unavailable', () => {
    throw new DatabaseUnavailable('connect ECONNREFUSED');
  });
  app.get('/bug', () => {
    throw new Error('SELECT secret FROM /etc/passwd');
  });
  app.get('/full', () => {
    throw Object.assign(new Error('write'), { code: 'ENOSPC' });
  });

  test.each([
    ['/unavailable', 503, '1'],
    ['/bug', 500, null],
    ['/full', 507, null],
  ])(
    '%s is a sentence in the response, and in full only in the log',
    async (path, status, retryAfter) => {
      const response = await app.request(path);
      expect(response.status).toBe(status);
      expect(response.headers.get('Retry-After')).toBe(retryAfter);
      const { message } = await readJson<{ message: string }>(response);
      expect(message).toMatch(/^[A-Z].*\.$/);
      expect(message).not.toMatch(/SELECT|ECONN|write/);
      expect(lines.at(-1)).toContain('"level":"error"');
    },
  );
});

describe('the routes for operators', () => {
  test('respond', async () => {
    expect((await fixture.app.request('/healthz')).status).toBe(200);
    expect((await fixture.app.request('/readyz')).status).toBe(200);
    const metrics = await (await fixture.app.request('/metrics')).text();
    expect(metrics).toMatch(/^carrel_http_requests_total\{method="POST",status="201"\} \d+$/m);
  });

  test('say that a server is ready that runs beside a newer version', async () => {
    const { database } = fixture;
    await database.query(`INSERT INTO migrations (name, checksum) VALUES ('9999-later.sql', 'x')`);
    expect((await fixture.app.request('/readyz')).status).toBe(200);
    await database.query(`DELETE FROM migrations WHERE name = '9999-later.sql'`);
  });

  test('say that a server is not ready any more whose upgrade was finished', async () => {
    const { database } = fixture;
    const name = '9999-finish-later.sql';
    await database.query(`INSERT INTO migrations (name, checksum) VALUES ($1, 'x')`, [name]);
    expect((await fixture.app.request('/readyz')).status).toBe(503);
    await database.query('DELETE FROM migrations WHERE name = $1', [name]);
  });
});

describe('one client', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
  ])('%s counts as %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});
