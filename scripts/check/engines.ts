import { globSync } from 'node:fs';

// Which tests of the server run on which engine, as patterns below `api`. All run on the embedded database.

/** These would use the embedded database a second time where PostgreSQL has no pgvector. */
export const WITH_VECTOR = [
  'src/processing/jobs/indexing/build-graph.test.ts',
  'src/search-index/vectors/graphs/**',
];
const hasVector = globSync('/usr/share/postgresql/*/extension/vector.control').length > 0;

/** Tests that use no database, or start servers with a database of their own, run only once. */
export const NOT_ON_POSTGRES = [
  'src/{clock,load,main,shared-turns,stop-signal,two-instances}.test.ts',
  'testing/rights/held-bodies.test.ts',
  'src/platform/settings/settings.test.ts',
  'src/platform/database/{embedded,postgres}/**',
  'src/platform/database/migrations/schema.test.ts',
  'src/platform/storage/**',
  'src/extraction/**',
  'src/models/embedding/**',
  'src/processing/{crash,jobs/locate/locate-crash}.test.ts',
  'src/content/archives/uploads/{checks/archive-checker,archive-name,disk-full,large-upload,upload-crash}.test.ts',
  'src/content/archives/uploads/resumable/{killed-server,tus/{cut-upload,tus-client,two-writers}}.test.ts',
  'src/operations/{backup,console}/**',
  'src/operations/health/{private-files,secrets-in-log}.test.ts',
  ...(hasVector ? [] : WITH_VECTOR),
];

/**
 * What depends on how transactions are spread over connections. With `ALL_ON_PGBOUNCER=1`, everything runs
 * by way of PgBouncer, with `PGBOUNCER` by way of another than Debian's.
 */
export const ON_PGBOUNCER = [
  'src/platform/{access,database}/**/*.test.ts',
  'src/jobs/**/*.test.ts',
  'src/processing/pipeline.test.ts',
  'testing/route-access/row-level-security.test.ts',
];

/** These start clusters of their own. */
export const ONLY_ON_CITUS = [
  'src/platform/database/distributed/{distribute-tables,worker-outage}.test.ts',
];
export const NOT_ON_CITUS = [
  ...NOT_ON_POSTGRES,
  ...WITH_VECTOR,
  // Citus distributes these tables; nothing partitions them.
  'src/platform/database/partitions/**',
];
/** Debian has no package of Citus: docs/scaling.md says how to get it. */
export const hasCitus =
  globSync('/usr/{lib,share}/postgresql/*/{lib,extension}/citus.{so,control}').length > 0;
