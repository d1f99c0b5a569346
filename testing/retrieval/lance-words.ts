import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What is used of the package, which is no dependency: it has 100 MB of native code. */
interface Lance {
  connect(folder: string): Promise<{
    createTable(name: string, rows: readonly { text: string }[]): Promise<LanceTable>;
    close(): void;
  }>;
  Index: { fts(): unknown };
}

interface LanceTable {
  createIndex(column: string, options: { config: unknown }): Promise<void>;
  query(): {
    fullTextSearch(query: string): { limit(rows: number): { toArray(): Promise<unknown[]> } };
  };
}

const PACKAGES = ['@lancedb/lancedb@0.39.0'];

/**
 * Returns how long LanceDB's index of words takes for each query over the texts, in ms, in this process.
 * Returns undefined where its package cannot be installed.
 */
export async function measureLance(
  texts: readonly string[],
  queries: readonly string[],
): Promise<number[] | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-lance-'));
  try {
    await promisify(execFile)('npm', ['install', '--no-save', '--prefix', folder, ...PACKAGES], {
      timeout: 120_000,
    });
    const lance = createRequire(join(folder, 'package.json'))('@lancedb/lancedb') as Lance;
    const database = await lance.connect(join(folder, 'data'));
    const table = await database.createTable(
      'chunks',
      texts.map((text) => ({ text })),
    );
    await table.createIndex('text', { config: lance.Index.fts() });
    const times: number[] = [];
    for (const query of queries) {
      const started = performance.now();
      await table.query().fullTextSearch(query).limit(10).toArray();
      times.push(performance.now() - started);
    }
    database.close();
    return times;
  } catch (error) {
    process.stderr.write(`LanceDB is not measured: ${String(error)}\n`);
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
