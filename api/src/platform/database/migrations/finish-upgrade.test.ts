import { expect, test } from 'vitest';

import { createTestDatabase } from '@carrel/testing/database/test-database.ts';
import { finishUpgrade } from './finish-upgrade.ts';
import { migrate, readMigrations, type Migration } from './migrate.ts';

const later: Migration = {
  name: '9001-finish-later.sql',
  sql: 'ALTER TABLE workspaces DROP COLUMN later',
  checksum: 'later',
  isSecondPhase: true,
};

test('an upgrade is finished between requests: a table that stays in use is left as it is', async () => {
  const database = await createTestDatabase();
  const migrations = [...readMigrations(), later];
  await database.query('ALTER TABLE workspaces ADD COLUMN later int');
  const isShared = database.kind === 'postgres';
  // One process uses the embedded database: its upgrade is finished at once.
  expect(await migrate(database, migrations)).toEqual(isShared ? [] : [later.name]);
  const [reading, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const reader = database.transaction(async (tx) => {
    await tx.query('SELECT count(*) FROM workspaces');
    reading.resolve();
    if (isShared) await read.promise;
  });
  await reading.promise;
  expect(await finishUpgrade(database, { tries: 1, migrations })).toEqual(
    isShared ? undefined : [],
  );
  read.resolve();
  await reader;
  expect(await finishUpgrade(database, { migrations })).toEqual(isShared ? [later.name] : []);
  await database.close();
});
