import { expect, test } from 'vitest';

import { createEmptyTestDatabase } from '@carrel/testing/database/test-database.ts';
import { finishUpgrade } from './finish-upgrade.ts';
import { migrate, readMigrations, SECOND_PHASE } from './migrate.ts';

test('an upgrade is finished between requests: a table that stays in use is left as it is', async () => {
  const database = await createEmptyTestDatabase();
  const before = readMigrations().findIndex(({ name }) => name.startsWith('0950'));
  await migrate(database, readMigrations().slice(0, before));
  await migrate(database);
  const isShared = database.kind === 'postgres';
  const [reading, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const reader = database.transaction(async (tx) => {
    await tx.query('SELECT count(*) FROM workspaces');
    reading.resolve();
    if (isShared) await read.promise;
  });
  await reading.promise;
  // One process uses the embedded database: its upgrade was finished at once.
  expect(await finishUpgrade(database, { tries: 1 })).toEqual(isShared ? undefined : []);
  read.resolve();
  await reader;
  expect(await finishUpgrade(database)).toEqual(isShared ? [...SECOND_PHASE] : []);
  await database.close();
});
