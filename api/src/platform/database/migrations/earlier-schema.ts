import { readFileSync } from 'node:fs';

import type { Queryable } from '../database.ts';
import {
  BASELINE,
  migrationsBeforeBaseline,
  recordBaseline,
  type RecordedMigration,
} from './baseline.ts';
import {
  createMigrationsTable,
  readMigrations,
  record,
  requireKnown,
  type Migration,
} from './migrate.ts';

/** The steps that the baseline replaces, each after a line with its name. */
const FILE = new URL('../../../../migrations/before-baseline.sql', import.meta.url);
const STEP = /^-- step (\S+)\n/gm;

/** The steps by which an empty database gets the schema of another one, and then that of this version. */
export interface EarlierSchema {
  earlier: Migration[];
  later: Migration[];
}

/**
 * Returns the steps for a database that has these.
 * @throws {MigrationMismatch} if this version does not have one of them.
 */
export function earlierSchema(
  applied: readonly RecordedMigration[],
  migrations: Migration[] = readMigrations(),
): EarlierSchema {
  requireKnown(applied, migrations);
  const names = new Set(applied.map(({ name }) => name));
  const isAtBaseline =
    names.has(BASELINE) || migrationsBeforeBaseline().every(({ name }) => names.has(name));
  if (isAtBaseline) names.add(BASELINE);
  const steps = isAtBaseline
    ? migrations
    : [...readBeforeBaseline(), ...migrations.filter(({ name }) => name !== BASELINE)];
  return {
    earlier: steps.filter(({ name }) => names.has(name)),
    later: steps.filter(({ name }) => !names.has(name)),
  };
}

/** Applies steps in the caller's transaction, to a database that nobody else uses. */
export async function applySteps(tx: Queryable, steps: readonly Migration[]): Promise<void> {
  await createMigrationsTable(tx);
  for (const step of steps) {
    await tx.query(step.sql.replaceAll(' CONCURRENTLY', ''));
    await record(tx, step);
  }
}

/** Records the steps that the baseline replaces, as in every database of this version. */
export async function recordAll(tx: Queryable): Promise<void> {
  const baseline = readMigrations().find(({ name }) => name === BASELINE);
  if (baseline !== undefined) await recordBaseline(tx, baseline);
}

function readBeforeBaseline(): Migration[] {
  const [, ...parts] = readFileSync(FILE, 'utf8').split(STEP);
  return migrationsBeforeBaseline().map(({ name, checksum }, at) => {
    if (parts[at * 2] !== name) throw new Error(`${name} is missing`);
    return { name, checksum, sql: parts[at * 2 + 1] ?? '' };
  });
}
