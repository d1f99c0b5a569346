import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { copyMigratedDatabase } from '@carrel/testing/database/copy-migrated-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openEmbedded, type EmbeddedDatabase } from './embedded-database.ts';

const LOG_BYTES = 1024 ** 2;

let folder: string;
let database: EmbeddedDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-'));
  copyMigratedDatabase(folder);
  database = await openEmbedded(folder, { logBytes: LOG_BYTES });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** Where a start after a kill would begin to read the log. */
async function redoPosition(): Promise<number> {
  const [row] = await database.query<{ position: number }>(
    `SELECT (redo_lsn - '0/0')::bigint AS position FROM pg_control_checkpoint()`,
  );
  return row?.position ?? 0;
}

const write = (bytes: number) =>
  database.query(
    `INSERT INTO notes SELECT repeat(md5(n::text), 32) FROM generate_series(1, $1) n`,
    [Math.ceil(bytes / 1024)],
  );

test('a checkpoint follows after so much of the log, while the database is used', async () => {
  await database.query('CREATE TABLE notes (text text)');
  const before = await redoPosition();
  await expect
    .poll(
      async () => {
        await write(LOG_BYTES);
        return redoPosition();
      },
      { timeout: 30_000, interval: 200 },
    )
    .toBeGreaterThan(before);
});
