import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  createServerFixture,
  readJson,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import { createApp } from '../../../app.ts';
import { readSettings } from '../../settings/settings.ts';

let fixture: ServerFixture;

beforeAll(async () => {
  fixture = await createServerFixture();
});
afterAll(() => fixture.close());

/** Returns the server with another PUBLIC_URL. */
function appOf(environment: Record<string, string>) {
  const { publicUrl, consoleOrigins } = readSettings(environment);
  const { dependencies } = fixture;
  return createApp({
    ...dependencies,
    settings: { ...dependencies.settings, publicUrl, consoleOrigins },
  });
}

const PUBLIC = {
  PUBLIC_URL: 'https://carrel.example.com',
  CONSOLE_ORIGINS: 'https://api.example.com:8443',
};
const LOCAL = { PUBLIC_URL: 'http://localhost:3000' };

const call = (environment: Record<string, string>, headers: Record<string, string>) =>
  appOf(environment).request('/api/v1/accounts/sessions', { method: 'PUT', headers });

describe('S12: a host', () => {
  test.each([
    [PUBLIC, 'carrel.example.com'],
    [PUBLIC, 'CARREL.example.com:443'],
    [PUBLIC, 'api.example.com:8443'],
    [PUBLIC, 'api.example.com'],
    [LOCAL, 'localhost:3000'],
    [LOCAL, '127.0.0.1:3104'],
    [LOCAL, '[::1]:3000'],
  ])('of PUBLIC_URL or CONSOLE_ORIGINS is served: %j %s', async (environment, Host) => {
    expect((await call(environment, { Host })).status).toBe(401);
  });

  test.each([
    [PUBLIC, 'evil.example'],
    [PUBLIC, 'carrel.example.com.evil.example'],
    [PUBLIC, 'carrel.example.com:8080'],
    [PUBLIC, 'evil.example@carrel.example.com'],
    [PUBLIC, 'carrel.example.com/@evil.example'],
    [PUBLIC, 'localhost:3000'],
    [PUBLIC, '127.0.0.1'],
    [PUBLIC, ''],
    [LOCAL, 'localhost.evil.example:3000'],
    [LOCAL, 'evil.example:3000'],
    [LOCAL, '192.168.1.5:3000'],
    [LOCAL, 'evil.example@localhost:3000'],
  ])('that is none of them is refused: %j %s', async (environment, Host) => {
    for (const path of ['/', '/api/v1/accounts/current', '/registry.json']) {
      const response = await appOf(environment).request(path, { headers: { Host } });
      expect(response.status).toBe(421);
      const { message } = await readJson<{ message: string }>(response);
      expect(message).toContain('PUBLIC_URL or CONSOLE_ORIGINS');
    }
  });

  test('of any name is served by the routes for operators', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      const response = await appOf(PUBLIC).request(path, { headers: { Host: '10.0.0.7:3000' } });
      expect(response.status).toBe(200);
    }
  });
});

describe('S12: a change that a page requests', () => {
  test.each([
    [PUBLIC, 'https://carrel.example.com', 'carrel.example.com'],
    [PUBLIC, 'https://api.example.com:8443', 'carrel.example.com'],
    [LOCAL, 'http://localhost:3000', 'localhost:3000'],
    [LOCAL, 'http://localhost:3104', 'localhost:3104'],
    [LOCAL, 'http://127.0.0.1:3000', '127.0.0.1:3000'],
  ])('is served: %j %s %s', async (environment, Origin, Host) => {
    expect((await call(environment, { Origin, Host })).status).toBe(401);
  });

  test.each([
    [PUBLIC, 'http://carrel.example.com', 'carrel.example.com'],
    [PUBLIC, 'https://carrel.example.com:8080', 'carrel.example.com'],
    [PUBLIC, 'https://evil.example', 'carrel.example.com'],
    [LOCAL, 'https://localhost:3104', 'localhost:3104'],
    [LOCAL, 'http://localhost:8080', 'localhost:3000'],
    [LOCAL, 'http://evil.example', 'localhost:3000'],
  ])('is refused of another origin: %j %s %s', async (environment, Origin, Host) => {
    expect((await call(environment, { Origin, Host })).status).toBe(403);
  });
});
