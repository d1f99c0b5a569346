import { afterAll, beforeAll, expect, test } from 'vitest';

import { createServerFixture, type ServerFixture } from '@carrel/testing/server-fixture.ts';
import { vacuum } from './vacuum.ts';

let server: ServerFixture;

beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

/** Those of the tables that were never vacuumed: the planner has no statistics of them. */
const neverVacuumed = (names: readonly string[]) =>
  server.database.query(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE oid = ANY ($1::regclass[]) AND reltuples < 0`,
    [names],
  );

test('the embedded database is vacuumed, the queue included', async () => {
  if (server.database.kind !== 'embedded') return;
  const names = ['documents', 'dataset_changes', 'jobs'];
  expect(await neverVacuumed(names)).not.toEqual([]);
  await vacuum(server.database);
  expect(await neverVacuumed(names)).toEqual([]);
});
