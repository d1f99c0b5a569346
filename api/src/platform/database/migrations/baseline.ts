import { readFileSync } from 'node:fs';

import type { Queryable } from '../database.ts';
import { VersionSkipped } from './migration-mismatch.ts';

/** A migration as the database records it. */
export interface RecordedMigration {
  name: string;
  checksum: string;
}

/** Creates the schema that the migrations of `before-baseline.json` have made step by step. */
export const BASELINE = '1000-baseline.sql';

/** The version whose schema the baseline creates. */
export const VERSION_BEFORE_BASELINE = '1.0.0 (commit 3cec5089)';

/** That version leaves these to the command finish-upgrade. */
const SECOND_PHASE_BEFORE_BASELINE: ReadonlySet<string> = new Set([
  '0970-counts-only-by-statement.sql',
  '0971-organizations-lead-keys.sql',
]);

const FILE = new URL('../../../../migrations/before-baseline.json', import.meta.url);

let before: RecordedMigration[] | undefined;

/** Returns the migrations that the baseline replaces, in order. */
export function migrationsBeforeBaseline(): readonly RecordedMigration[] {
  before ??= JSON.parse(readFileSync(FILE, 'utf8')) as RecordedMigration[];
  return before;
}

/**
 * Returns whether a database with these migrations has the schema of the baseline.
 * @throws {VersionSkipped} if it has only some of the migrations that the baseline replaces.
 */
export function hasBaseline(applied: readonly RecordedMigration[]): boolean {
  const names = new Set(applied.map(({ name }) => name));
  if (names.has(BASELINE)) return true;
  const replaced = migrationsBeforeBaseline();
  const missing = replaced.filter(({ name }) => !names.has(name));
  if (missing.length === 0) return true;
  if (missing.length === replaced.length) return false;
  throw new VersionSkipped(
    missing.every(({ name }) => SECOND_PHASE_BEFORE_BASELINE.has(name))
      ? `The last upgrade of the database is not finished: run the command finish-upgrade of version ${VERSION_BEFORE_BASELINE}, then start this version.`
      : `The database was made by an earlier version of Carrel than this version can upgrade: start version ${VERSION_BEFORE_BASELINE} on it first, then this version. Or back it up with the version that made it, and restore the backup with this one.`,
  );
}

/**
 * Records the baseline with the migrations that it replaces: a database is the same whether it was upgraded or is new,
 * and the version before runs on both.
 */
export async function recordBaseline(tx: Queryable, baseline: RecordedMigration): Promise<void> {
  const recorded = [...migrationsBeforeBaseline(), baseline];
  await tx.query(
    `INSERT INTO migrations (name, checksum) SELECT * FROM unnest($1::text[], $2::text[])
     ON CONFLICT DO NOTHING`,
    [recorded.map(({ name }) => name), recorded.map(({ checksum }) => checksum)],
  );
}
