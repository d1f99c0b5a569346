import { randomUUID } from 'node:crypto';

import { RECORDED_ACTIONS } from '@carrel/shared/contract/organization';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createServerFixture, type ServerFixture } from '@carrel/testing/server-fixture.ts';
import { AUDITED_ACTIONS } from '@carrel/testing/audited-actions/audited-actions.ts';

/** Routes with a request body that change nothing. */
const READ_ONLY = [
  'POST /datasets/preview-chunks',
  'POST /datasets/:id/documents/move/plan',
  'POST /telemetry',
  'POST /workspaces/:id/search',
  'POST /workspaces/:id/ask',
  'POST /datasets/:id/search',
  'POST /search',
  'POST /organizations/:id/identity-provider/test',
  'POST /organizations/:id/models/test',
];

/** An upload is recorded once it is an archive, by `POST /datasets/:id/archives`. */
const UNFINISHED_UPLOADS = [
  'POST /datasets/:id/uploads',
  'PATCH /datasets/:id/uploads/:uploadId',
  'DELETE /datasets/:id/uploads/:uploadId',
];

/** What is signed is recorded once it is. */
const CHALLENGES = [
  'POST /accounts/passkeys/options',
  'POST /accounts/invitation',
  'POST /accounts/login/passkey/options',
  'POST /accounts/reauthenticate/passkey/options',
];

/** A sign-in is recorded once it has ended, and a link or a logout with a provider: `src/identity/sso`. */
const AT_PROVIDERS = [
  'POST /accounts/login/sso',
  'POST /accounts/reauthenticate/sso',
  'POST /accounts/login/sso/link',
  'POST /accounts/login/sso/backchannel-logout/:organizationId',
];

/** A source that is connected is recorded once its provider has confirmed it; one that is tried is not added yet. */
const SOURCES_ELSEWHERE = [
  'POST /datasets/:id/sources/test',
  'POST /datasets/:id/sources/:sourceId/connect',
  'POST /datasets/:id/sources/:sourceId/connect/finish',
];

let server: ServerFixture;

beforeAll(async () => {
  server = await createServerFixture();
});

afterAll(async () => {
  await server.close();
});

interface WrittenRecord {
  organization_id: string | null;
  action: string;
  object_name: string | null;
  ip: string | null;
}

const lastId = async () => {
  const [row] = await server.database.query<{ last: number }>(
    'SELECT coalesce(max(id), 0)::bigint AS last FROM audit_records',
  );
  return row?.last ?? 0;
};

const writtenSince = (last: number) =>
  server.database.query<WrittenRecord>(
    'SELECT organization_id, action, object_name, ip FROM audit_records WHERE id > $1',
    [last],
  );

test('every mutating route is known to this test', () => {
  const registered = new Set(
    server.app.routes
      .filter(
        ({ method, path }) => path.startsWith('/api/v1/') && !/^(?:ALL|GET|OPTIONS)$/.test(method),
      )
      .map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`),
  );
  const known = [
    ...Object.keys(AUDITED_ACTIONS),
    ...READ_ONLY,
    ...UNFINISHED_UPLOADS,
    ...CHALLENGES,
    ...AT_PROVIDERS,
    ...SOURCES_ELSEWHERE,
  ];
  expect([...registered].sort()).toEqual(known.sort());
});

test.each(Object.entries(AUDITED_ACTIONS))(
  '%s writes a record with action, object and address',
  async (_, audited) => {
    const owner = await server.person();
    const fixture = { server, owner, id: await server.organization(owner, 'Engines') };
    const call = await audited.prepare(fixture);
    const last = await lastId();
    expect((await call()).status).toBeLessThan(300);

    const records = await writtenSince(last);
    expect(records.map(({ action }) => action)).toEqual([audited.action, ...(audited.also ?? [])]);
    const [record] = records;
    expect(record?.ip).toBe('127.0.0.1');
    expect(record?.object_name ?? undefined).toBe(audited.name);
    expect(record?.organization_id === null).toBe(audited.personal === true);
    const shownActions: readonly string[] = RECORDED_ACTIONS;
    expect(shownActions.includes(audited.action)).toBe(audited.personal !== true);
  },
);

test('a request that is refused inside its transaction leaves no record', async () => {
  const owner = await server.person();
  const id = await server.organization(owner, 'Engines');
  const last = await lastId();
  const refused = await owner.call('DELETE', `/organizations/${id}/members/${owner.accountId}`);
  expect(refused.status).toBe(409);
  const absent = await owner.call('DELETE', `/workspaces/${randomUUID()}`, { organizationId: id });
  expect(absent.status).toBe(404);
  expect(await writtenSince(last)).toEqual([]);
});
