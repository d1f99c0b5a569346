import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import { SHORT_LIVED } from '@carrel/testing/servers/short-lived.ts';
import { openEmbedded } from './embedded-database.ts';

const CUTS = hardCount(2, 200);
/** File writes between two cuts, so that cuts hit every step of a commit and of a checkpoint. */
const WRITES_BETWEEN = 37;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-power-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
}, 300_000);

const DISK = new URL('../../../../../testing/database/power-cut-disk.ts', import.meta.url).href;

/** A script that commits rows, cuts the power during writes, and prints how many rows each cut must have. */
const writer = (flushes: boolean) => `
  import { join } from 'node:path';
  import { initialiseFolder } from './folder/initialise-folder.ts';
  import { watchFlushes } from '${DISK}';
  const root = ${JSON.stringify(join(folder, 'written'))};
  await initialiseFolder(root);
  const disk = watchFlushes(root);
  const { PGlite } = await import('@electric-sql/pglite');
  const { DurableFiles } = await import('../durable-files.ts');
  const { START_PARAMETERS } = await import('./start-parameters.ts');
  const database = await PGlite.create({
    fs: new DurableFiles(root),
    startParams: ${flushes ? 'START_PARAMETERS' : 'PGlite.defaultStartParams'},
  });
  await database.exec('CREATE TABLE ledger (n int PRIMARY KEY, text text)');
  const acknowledged = [];
  let committed = 0;
  let writes = 0;
  disk.beforeWrite = () => {
    writes += 1;
    if (writes % ${WRITES_BETWEEN} !== 0 || acknowledged.length === ${CUTS}) return;
    disk.cut(join(${JSON.stringify(folder)}, 'cut-' + acknowledged.length, 'database'));
    acknowledged.push(committed);
  };
  for (let n = 0; acknowledged.length < ${CUTS}; n += 1) {
    await database.query('INSERT INTO ledger VALUES ($1, $2)', [n, 'x'.repeat((n * 977) % 6000)]);
    committed += 1;
    if (n % 20 === 19) await database.exec('CHECKPOINT');
    if (n % 50 === 49) await database.exec('CREATE TABLE more_' + n + ' (n int)');
  }
  process.stdout.write(JSON.stringify(acknowledged));
  process.exit();`;

async function cutPower(flushes: boolean): Promise<number[]> {
  const options = { cwd: import.meta.dirname, maxBuffer: 1e7 };
  const script = [...SHORT_LIVED, '--input-type=module', '-e', writer(flushes)];
  const { stdout } = await promisify(execFile)(process.execPath, script, options);
  return JSON.parse(stdout) as number[];
}

async function rowsAfter(cut: number): Promise<number> {
  const directory = join(folder, `cut-${cut}`);
  expect(existsSync(join(directory, 'database'))).toBe(true);
  const database = await openEmbedded(directory);
  const rows = await database.query<{ n: number }>('SELECT n FROM ledger ORDER BY n');
  await database.close();
  rmSync(directory, { recursive: true });
  expect(rows.map(({ n }) => n)).toEqual(rows.map((_, n) => n));
  return rows.length;
}

test(
  `D4: after a power cut that leaves only what was flushed, at ${CUTS} moments, no acknowledged row is lost`,
  async () => {
    const acknowledged = await cutPower(true);
    expect(acknowledged.at(-1)).toBeGreaterThan(0);
    for (const [cut, rows] of acknowledged.entries()) {
      const kept = await rowsAfter(cut);
      expect(kept).toBeGreaterThanOrEqual(rows);
      // One more may be committed and not yet acknowledged.
      expect(kept).toBeLessThanOrEqual(rows + 1);
    }
  },
  300_000 + CUTS * 20_000,
);

test('D4: the same cuts lose rows without fsync', async () => {
  const acknowledged = await cutPower(false);
  const last = acknowledged.length - 1;
  const left = await rowsAfter(last).catch(() => 0);
  expect(left).toBeLessThan(acknowledged[last] ?? 0);
}, 300_000);
