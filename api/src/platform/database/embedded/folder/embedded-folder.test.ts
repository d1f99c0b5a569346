import { execFile, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { copyMigratedDatabase } from '@carrel/testing/database/copy-migrated-database.ts';
import { endWithTests } from '@carrel/testing/faults/end-with-tests.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { SHORT_LIVED } from '@carrel/testing/servers/short-lived.ts';
import { DatabaseUnavailable } from '../../database-error.ts';
import { openEmbedded } from '../embedded-database.ts';
import { DataDirectoryLocked, lockDataDirectory } from './data-directory-lock.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a script in another process; `ready` resolves when it prints that word. */
function start(script: string) {
  const child = endWithTests(
    spawn(process.execPath, [...SHORT_LIVED, '--input-type=module', '-e', script], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const lines: string[] = [];
  const ready = new Promise<void>((resolve, reject) => {
    child.on('exit', () => reject(new Error('The process ended early')));
    child.stdout.on('data', (bytes: Buffer) => {
      lines.push(...bytes.toString().split('\n').filter(Boolean));
      if (lines.includes('ready')) resolve();
    });
  });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  return { child, lines, ready, ended };
}

/** Starting the database takes seconds, and longer on a busy machine. */
const TIMEOUT = 180_000;

describe('a data directory', { timeout: TIMEOUT }, () => {
  test('D3: is refused to a second process, with the id of the first, until the first is killed', async () => {
    const holder = start(`
      import { lockDataDirectory } from './data-directory-lock.ts';
      await lockDataDirectory(${JSON.stringify(folder)});
      console.log('ready');
      setInterval(() => undefined, 1000);`);
    await holder.ready;
    const linked = `${folder}-link`;
    symlinkSync(folder, linked);
    const started = performance.now();
    await expect(lockDataDirectory(linked)).rejects.toThrow(DataDirectoryLocked);
    await expect(lockDataDirectory(folder)).rejects.toThrow(`process ${holder.child.pid ?? 0}.`);
    expect(performance.now() - started).toBeLessThan(1000);
    rmSync(linked);

    holder.child.kill('SIGKILL');
    await holder.ended;
    const release = await lockDataDirectory(folder);
    await release();
  });

  test('is unlocked once the database is closed', async () => {
    copyMigratedDatabase(folder);
    const first = await openEmbedded(folder);
    await expect(openEmbedded(folder)).rejects.toThrow(`process ${process.pid}.`);
    await first.query('CREATE TABLE kept (n int)');
    await first.close();
    const second = await openEmbedded(folder);
    expect(await second.query('SELECT * FROM kept')).toEqual([]);
    await second.close();
  });

  test('D2: an interrupted first start leaves nothing that is opened as a database', async () => {
    mkdirSync(join(folder, 'database.unfinished'));
    writeFileSync(join(folder, 'database.unfinished', 'PG_VERSION'), '18');
    const database = await openEmbedded(folder);
    expect(await database.query('SELECT 1 AS n')).toEqual([{ n: 1 }]);
    await database.close();
    expect(existsSync(join(folder, 'database.unfinished'))).toBe(false);
  });

  test('D2: opens after first starts that were killed at any time', async () => {
    const script = `
      import { openEmbedded } from '../embedded-database.ts';
      console.log('ready');
      const database = await openEmbedded(${JSON.stringify(folder)});
      await database.query('CREATE TABLE IF NOT EXISTS opened (n int)');
      setInterval(() => undefined, 1000);`;
    for (let round = 0; round < hardCount(3, 200); round += 1) {
      const starting = start(script);
      await starting.ready;
      await pause((round * 617) % 2500);
      starting.child.kill('SIGKILL');
      await starting.ended;
      // After the first complete start the directory is no longer new.
      if (round % 5 === 4) rmSync(join(folder, 'database'), { recursive: true, force: true });
    }
    const database = await openEmbedded(folder);
    expect(await database.query('SELECT 1 AS n')).toEqual([{ n: 1 }]);
    await database.close();
  }, 3_600_000);

  test('D2: when the database thread dies, its transaction fails and another thread continues', async () => {
    copyMigratedDatabase(folder);
    const threads: Worker[] = [];
    const seen = (message: unknown) => {
      threads.push((message as { worker: Worker }).worker);
    };
    subscribe('worker_threads', seen);
    const database = await openEmbedded(folder);
    unsubscribe('worker_threads', seen);
    await database.query('CREATE TABLE kept (n int)');
    await database.query('INSERT INTO kept VALUES (1)');

    const interrupted = database.transaction(async (tx) => {
      await tx.query('INSERT INTO kept VALUES (2)');
      await threads.at(-1)?.terminate();
      await tx.query('INSERT INTO kept VALUES (3)');
    });
    await expect(interrupted).rejects.toThrow(DatabaseUnavailable);
    expect(await database.query('SELECT n FROM kept')).toEqual([{ n: 1 }]);
    await database.close();
  });

  test('D2: no acknowledged row is lost to a kill', async () => {
    copyMigratedDatabase(folder);
    const script = `
      import { openEmbedded } from '../embedded-database.ts';
      const database = await openEmbedded(${JSON.stringify(folder)});
      await database.query('CREATE TABLE IF NOT EXISTS ledger (n int)');
      console.log('ready');
      for (let n = 0; ; n += 1) {
        await database.query('INSERT INTO ledger VALUES ($1)', [n]);
        console.log('row ' + n);
      }`;
    let acknowledged = 0;
    for (let round = 0; round < hardCount(3, 200); round += 1) {
      const writer = start(script);
      await writer.ready;
      await new Promise<void>((resolve) => {
        writer.child.stdout.on('data', () => {
          if (writer.lines.length > 20) resolve();
        });
      });
      writer.child.kill('SIGKILL');
      await writer.ended;
      acknowledged += writer.lines.filter((line) => line.startsWith('row')).length;
    }
    const database = await openEmbedded(folder);
    const [row] = await database.query<{ count: number }>('SELECT count(*) FROM ledger');
    await database.close();
    expect(row?.count).toBeGreaterThanOrEqual(acknowledged);
  }, 3_600_000);
});

describe('D4: a commit', { timeout: TIMEOUT }, () => {
  const rows = 40;

  test('is flushed to disk before it is acknowledged', async () => {
    copyMigratedDatabase(folder);
    const count = await countFlushes(`
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const { fsyncSync } = fs;
      let flushes = 0;
      fs.fsyncSync = (file) => { flushes += 1; fsyncSync(file); };
      syncBuiltinESMExports();
      const { PGlite } = await import('@electric-sql/pglite');
      const { DurableFiles } = await import('../../durable-files.ts');
      const { START_PARAMETERS } = await import('../start-parameters.ts');
      const database = await PGlite.create({
        fs: new DurableFiles(${JSON.stringify(join(folder, 'database'))}),
        startParams: START_PARAMETERS,
      });
      await database.query('CREATE TABLE flushed (n int)');
      flushes = 0;
      for (let n = 0; n < ${rows}; n += 1) await database.query('INSERT INTO flushed VALUES ($1)', [n]);
      console.log(flushes);
      await database.close();`);
    expect(count).toBeGreaterThanOrEqual(rows);
  });
});

function countFlushes(script: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { cwd: import.meta.dirname };
    const flags = [...SHORT_LIVED, '--input-type=module', '-e', script];
    execFile(process.execPath, flags, options, (error, stdout) => {
      if (error === null) resolve(Number(stdout));
      else reject(error);
    });
  });
}
