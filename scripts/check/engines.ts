import { globSync } from 'node:fs';

// Which tests of the server run on which engine, as patterns. `pnpm test` sets `CHEAPEST_ENGINE=1`: then each
// runs on the cheapest one that can fail it, and on another only where that differs. PostgreSQL is cheaper than
// the embedded database. Without the variable, as in `pnpm test:hard`, every engine runs all that it can.
const isCheap = process.env['CHEAPEST_ENGINE'] === '1';

/** These would use the embedded database a second time where PostgreSQL has no pgvector. */
export const WITH_VECTOR = [
  'api/src/processing/jobs/indexing/build-graph.test.ts',
  'api/src/search-index/vectors/graphs/**',
];
const hasVector = globSync('/usr/share/postgresql/*/extension/vector.control').length > 0;

/** Tests that use no database, or start servers with a database of their own, run only once. */
export const NOT_ON_POSTGRES = [
  'api/src/{clock,load,main,shared-turns,stop-signal,two-instances}.test.ts',
  'testing/rights/held-bodies.test.ts',
  'api/src/platform/settings/settings.test.ts',
  'api/src/platform/database/{embedded,postgres}/**',
  'api/src/platform/database/migrations/schema.test.ts',
  'api/src/platform/storage/**',
  'api/src/extraction/**',
  'api/src/models/embedding/**',
  'api/src/processing/{crash,jobs/{locate/locate,move/move}-crash}.test.ts',
  'api/src/content/archives/uploads/{checks/archive-checker,archive-name,disk-full,large-upload,upload-crash}.test.ts',
  'api/src/content/archives/uploads/resumable/{killed-server,tus/{cut-upload,tus-client,two-writers}}.test.ts',
  'api/src/operations/{backup,console}/**',
  'api/src/operations/health/{private-files,secrets-in-log}.test.ts',
  ...(hasVector ? [] : WITH_VECTOR),
];

/**
 * What the embedded database does otherwise than PostgreSQL: how it is opened, locked and migrated, how jobs
 * and changes are noticed, how the index is stored and read, and each route once. The servers of journeys in
 * browsers use it for all else.
 */
export const ALSO_EMBEDDED = [
  'api/src/{jobs,search-index,content/live,platform/database}/**',
  'api/src/processing/pipeline.test.ts',
  'api/src/processing/housekeeping/**',
  'testing/route-access/route-access.test.ts',
];

/**
 * What depends on how transactions are spread over connections. With `ALL_ON_PGBOUNCER=1`, everything runs
 * by way of PgBouncer, with `PGBOUNCER` by way of another than Debian's.
 */
export const ON_PGBOUNCER = [
  'api/src/platform/{access,database}/**/*.test.ts',
  'api/src/jobs/**/*.test.ts',
  'api/src/processing/pipeline.test.ts',
  'testing/route-access/row-level-security.test.ts',
];

/** What PgBouncer runs is run by PostgreSQL behind it: only these are different without it. */
const ALSO_WITHOUT_PGBOUNCER = 'api/src/platform/database/';

/** These start clusters of their own. */
export const ONLY_ON_CITUS = [
  'api/src/platform/database/distributed/{distribute-tables,worker-outage}.test.ts',
];
export const NOT_ON_CITUS = [
  ...NOT_ON_POSTGRES,
  ...WITH_VECTOR,
  // Citus distributes these tables; nothing partitions them.
  'api/src/platform/database/partitions/**',
];
/** Debian has no package of Citus: docs/scaling.md says how to get it. */
export const hasCitus =
  globSync('/usr/{lib,share}/postgresql/*/{lib,extension}/citus.{so,control}').length > 0;

/** What reads and writes tables that Citus distributes. */
export const ON_CITUS = [
  'api/src/{platform/database,processing,search-index}/**',
  'api/src/content/{archives,documents,search}/**',
];

const testsOf = (patterns: readonly string[]) =>
  globSync([...patterns]).filter((file) => file.endsWith('.test.ts'));

/** The files that run on the embedded database. `all` are patterns of all. */
export const onEmbedded = (all: string[]): string[] =>
  isCheap ? testsOf([...NOT_ON_POSTGRES, ...ALSO_EMBEDDED]) : all;

/** The files that run on PostgreSQL, of those that can. */
export const onPostgres = (all: string[]): string[] => {
  if (!isCheap) return all;
  const pooled = new Set(testsOf(ON_PGBOUNCER));
  return testsOf(all).filter(
    (file) => !pooled.has(file) || file.startsWith(ALSO_WITHOUT_PGBOUNCER),
  );
};

/** The files that run on Citus, of those that can. */
export const onCitus = (all: string[]): string[] => (isCheap ? testsOf(ON_CITUS) : all);
