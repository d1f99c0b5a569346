import { expect, test } from 'vitest';

import { migrate } from './migrate.ts';
import { describeSchema } from '@carrel/testing/database/describe-schema.ts';
import { createEmptyTestDatabase } from '@carrel/testing/database/test-database.ts';

const COMMAND =
  'npx vitest run --project api src/platform/database/migrations/schema.test.ts --update';

const HEADER = `-- The database as the migrations leave it, without pg-boss's schema. Generated from the catalog of the
-- embedded database, whose user is "postgres". Do not edit; regenerate with:
--   ${COMMAND}

`;

test('schema.sql describes the database that the migrations create', async () => {
  const database = await createEmptyTestDatabase();
  await migrate(database);
  const schema = await database.transaction(describeSchema);
  await database.close();
  await expect(HEADER + schema, `Run: ${COMMAND}`).toMatchFileSnapshot(
    '../../../../migrations/schema.sql',
  );
});
