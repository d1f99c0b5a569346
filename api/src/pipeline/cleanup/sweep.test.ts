import { afterAll, beforeAll, expect, test } from 'vitest';

import { createServerFixture, type ServerFixture } from '../../../testing/server-fixture.ts';
import { vacuum } from './sweep.ts';

let fixture: ServerFixture;

beforeAll(async () => {
  fixture = await createServerFixture();
});
afterAll(() => fixture.close());

/** Tables of which the planner knows nothing, as nobody has tidied them. */
const untidied = (names: readonly string[]) =>
  fixture.database.query(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE oid = ANY ($1::regclass[]) AND reltuples < 0`,
    [names],
  );

test('the embedded database is tidied, the queue included', async () => {
  if (fixture.database.kind !== 'embedded') return;
  const names = ['documents', 'dataset_changes', 'pgboss.job_common', 'pgboss.queue'];
  await fixture.database.query(`UPDATE pgboss.queue SET updated_on = now()`);
  expect(await untidied(names)).not.toEqual([]);
  await vacuum(fixture.database);
  expect(await untidied(names)).toEqual([]);
});
