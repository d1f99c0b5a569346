import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { copyMigratedDatabase } from '@carrel/testing/database/copy-migrated-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openEmbedded, type EmbeddedDatabase } from '../embedded-database.ts';
import { DATABASE_FOLDER } from './snapshot-folder.ts';

let folder: string;
let database: EmbeddedDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-'));
  copyMigratedDatabase(join(folder, 'open'));
  // A checkpoint in the middle of a copy would delete what the copy needs of the log.
  database = await openEmbedded(join(folder, 'open'), { logBytes: 1024 ** 2 });
  await database.query('CREATE TABLE ledger (n int PRIMARY KEY, text text)');
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const add = (n: number) =>
  database.query(`INSERT INTO ledger SELECT $1, repeat(md5(random()::text), 8000)`, [n]);

async function rowsOf(copy: string): Promise<number[]> {
  const opened = await openEmbedded(join(folder, copy));
  try {
    const rows = await opened.query<{ n: number }>('SELECT n FROM ledger ORDER BY n');
    return rows.map(({ n }) => n);
  } finally {
    await opened.close();
  }
}

test('a copy has what was committed before it, and nothing out of order of what is committed meanwhile', async () => {
  let written = 0;
  for (; written < 20; written += 1) await add(written);
  const before = written;
  const signal = { done: false };
  const writing = (async () => {
    for (; !signal.done; written += 1) await add(written);
  })();
  await database.copyTo(join(folder, 'first', DATABASE_FOLDER));
  await database.copyTo(join(folder, 'second', DATABASE_FOLDER));
  signal.done = true;
  await writing;
  const first = await rowsOf('first');
  const second = await rowsOf('second');
  expect(first.length).toBeGreaterThanOrEqual(before);
  expect(second.length).toBeGreaterThanOrEqual(first.length);
  expect(second).toEqual(Array.from(second, (_, n) => n));
});

test('statements go on while a copy is made', async () => {
  let answered = 0;
  const signal = { done: false };
  const asking = (async () => {
    for (; !signal.done; answered += 1) await database.query('SELECT 1');
  })();
  await database.copyTo(join(folder, 'third', DATABASE_FOLDER));
  signal.done = true;
  await asking;
  // A statement that waits for the whole copy is the only one.
  expect(answered).toBeGreaterThan(10);
});

test('two copies at once are made one after the other', async () => {
  await Promise.all(
    ['fourth', 'fifth'].map((name) => database.copyTo(join(folder, name, DATABASE_FOLDER))),
  );
  expect(await rowsOf('fourth')).toEqual(await rowsOf('fifth'));
});
