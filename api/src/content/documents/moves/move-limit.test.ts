import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  createServerFixture,
  readJson,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import { limitOf } from '../../../platform/http/limits/limits-table.ts';

let server: ServerFixture;

beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

test('plans and moves of an account that has made too many are refused, and those of another are not', async () => {
  const owner = await server.person();
  const organizationId = await server.organization(owner);
  const editor = await server.member(organizationId, 'Editor');
  const json = { name: 'Library' };
  const { id } = await readJson<{ id: string }>(
    await owner.call('POST', '/datasets', { organizationId, json }),
  );
  const send = (caller: typeof owner, path: string) =>
    caller.call('POST', `/datasets/${id}/documents/${path}`, {
      organizationId,
      json: { folders: ['none'], to: 'elsewhere' },
    });
  await server.database.query('DELETE FROM rate_limits');
  expect((await send(owner, 'move/plan')).status).toBe(200);
  await server.database.query('UPDATE rate_limits SET count = $1', [
    limitOf('move-documents').times,
  ]);
  for (const path of ['move/plan', 'move']) {
    const refused = await send(owner, path);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  }
  expect((await send(editor, 'move/plan')).status).toBe(200);
  const moves = await server.database.query('SELECT id FROM document_moves');
  expect(moves).toEqual([]);
});
