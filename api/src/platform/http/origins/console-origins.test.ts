import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readSettings } from '../../settings/settings.ts';
import {
  createServerFixture,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

const CONSOLE = 'https://console.example.com';
const PREVIEW = 'https://preview.example.com';
const STRANGER = 'https://evil.example';

let fixture: ServerFixture;
let owner: Member;
let organizationId: string;

beforeAll(async () => {
  const { publicUrl, consoleOrigins } = readSettings({
    PUBLIC_URL: CONSOLE,
    CONSOLE_ORIGINS: PREVIEW,
  });
  fixture = await createServerFixture({ settings: { publicUrl, consoleOrigins } });
  owner = await fixture.person();
  organizationId = await fixture.organization(owner);
});

afterAll(async () => {
  await fixture.close();
});

const preflight = (origin: string) =>
  fixture.app.request('http://api.example.com/api/v1/datasets/x/archives', {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type,x-filename,x-organization-id',
    },
  });

const createFrom = (origin: string) =>
  owner.call('POST', '/workspaces', {
    organizationId,
    json: { name: 'Shelf' },
    headers: { Origin: origin, 'Sec-Fetch-Site': 'same-site' },
  });

describe('a console on another origin than the API', () => {
  test.each([CONSOLE, PREVIEW])('may call the API with cookies: %s', async (origin) => {
    const { status, headers } = await preflight(origin);
    expect(status).toBe(204);
    expect(headers.get('Access-Control-Allow-Origin')).toBe(origin);
    expect(headers.get('Access-Control-Allow-Credentials')).toBe('true');
    expect(headers.get('Access-Control-Allow-Methods')?.split(',')).toEqual(
      expect.arrayContaining(['PUT', 'PATCH', 'DELETE']),
    );
    expect(headers.get('Access-Control-Allow-Headers')?.toLowerCase().split(',')).toEqual(
      expect.arrayContaining(['content-type', 'x-filename', 'x-organization-id']),
    );

    const created = await createFrom(origin);
    expect(created.status).toBe(201);
    expect(created.headers.get('Access-Control-Allow-Origin')).toBe(origin);
    expect(created.headers.get('Vary')).toContain('Origin');
  });

  test('may read the message and request id of an error', async () => {
    const response = await fixture.visitor().call('GET', '/accounts/current', {
      headers: { Origin: CONSOLE },
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(CONSOLE);
    expect(response.headers.get('Access-Control-Expose-Headers')?.split(',')).toEqual(
      expect.arrayContaining(['X-Request-Id', 'Retry-After']),
    );
  });
});

describe('a page of any other origin', () => {
  test.each([STRANGER, 'null', `${CONSOLE}.evil.example`, 'http://console.example.com'])(
    'may neither read nor change anything: %s',
    async (origin) => {
      const { headers } = await preflight(origin);
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull();

      const read = await owner.call('GET', '/accounts/current', { headers: { Origin: origin } });
      expect(read.headers.get('Access-Control-Allow-Origin')).toBeNull();
      expect((await createFrom(origin)).status).toBe(403);
    },
  );

  test('does not see which origins are allowed', async () => {
    const { headers } = await preflight(STRANGER);
    expect(JSON.stringify([...headers])).not.toContain('example.com');
  });
});

test('cookies have no domain attribute, so that only the host of the API receives them', async () => {
  const response = await fixture.visitor().call('PUT', '/accounts/sessions');
  const cookies = response.headers.getSetCookie();
  expect(cookies).toHaveLength(3);
  for (const cookie of cookies) expect(cookie).not.toMatch(/domain=/i);
});
