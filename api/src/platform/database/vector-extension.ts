import type { Database, Queryable } from './database.ts';

// An arbitrary number that no other program on the same database uses.
const SET_UP_LOCK = 4_915_200_733;
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** pgvector in a database, and what this version of it can do. */
export interface VectorExtension {
  version: string;
  /** The quoted name of the schema of its types and operators. */
  schema: string;
  /** Whether a scan goes on where its first results are fewer than asked, from 0.8 on. */
  isIterative: boolean;
}

/**
 * Creates the extension pgvector where it may, and runs `setUp` in the same transaction. Servers that start at the
 * same time wait for each other. Returns undefined for a database that takes no extensions.
 * @throws {Error} that says why pgvector cannot be used.
 */
export async function withVectorExtension(
  database: Database,
  setUp: (tx: Queryable, extension: VectorExtension) => Promise<void>,
): Promise<VectorExtension | undefined> {
  if (database.kind !== 'postgres') return undefined;
  const extension = await database.transaction(async (tx) => {
    const prepared = await prepareExtension(tx);
    await setUp(tx, prepared);
    return prepared;
  });
  // As those who search: neither the library nor a right is missing.
  const { schema } = extension;
  await database.read(NOBODY, (tx) =>
    tx.query(`SELECT '[1]'::${schema}.halfvec OPERATOR(${schema}.<=>) '[1]'::${schema}.halfvec`),
  );
  return extension;
}

interface Extension {
  version: string;
  schema: string;
  usable: boolean;
}

async function prepareExtension(tx: Queryable): Promise<VectorExtension> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [SET_UP_LOCK]);
  // Triggers are added: writers that come meanwhile wait behind this.
  await tx.query(`SET LOCAL lock_timeout = '5s'`);
  const [other] = await tx.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  if (other !== undefined) throw new Error('Citus does not distribute its tables');
  const { schema, version, usable } = (await findExtension(tx)) ?? (await createExtension(tx));
  // halfvec came with 0.7, iterative scans with 0.8.
  if (!isFrom(version, 7)) throw new Error(`${version} is older than 0.7`);
  if (!usable) await tx.query(`GRANT USAGE ON SCHEMA ${schema} TO carrel_tenant`);
  return { schema, version, isIterative: isFrom(version, 8) };
}

function isFrom(version: string, minor: number): boolean {
  const [first = 0, second = 0] = version.split('.').map(Number);
  return first > 0 || second >= minor;
}

async function findExtension(tx: Queryable): Promise<Extension | undefined> {
  const [extension] = await tx.query<Extension>(
    `SELECT e.extversion AS version, quote_ident(n.nspname) AS schema,
       has_schema_privilege('carrel_tenant', n.oid, 'USAGE') AS usable
     FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector'`,
  );
  return extension;
}

async function createExtension(tx: Queryable): Promise<Extension> {
  const [available] = await tx.query(`SELECT FROM pg_available_extensions WHERE name = 'vector'`);
  if (available === undefined) throw new Error('the server does not have it');
  await tx.query('CREATE EXTENSION vector');
  const created = await findExtension(tx);
  if (created === undefined) throw new Error('the extension was not created');
  return created;
}
