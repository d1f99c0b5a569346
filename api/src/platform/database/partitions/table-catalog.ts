import type { Queryable } from '../database.ts';

/** A named object of a table, with the SQL that makes it. */
export interface Described {
  name: string;
  definition: string;
}

/** Primary and unique keys, and what else the database checks in a row; not the references to other tables. */
export const constraintsOf = (tx: Queryable, table: string): Promise<Described[]> =>
  tx.query(
    `SELECT conname::text AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conrelid = $1::regclass AND contype IN ('p', 'u', 'x') ORDER BY contype, conname`,
    [table],
  );

/** Indexes that are not part of a key. */
export const indexesOf = (tx: Queryable, table: string): Promise<Described[]> =>
  tx.query(
    `SELECT c.relname::text AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = $1::regclass
       AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
     ORDER BY c.relname`,
    [table],
  );

export interface Reference extends Described {
  from: string;
  to: string;
  isValid: boolean;
}

/** Foreign keys of a table. */
export const referencesOf = (tx: Queryable, table: string): Promise<Reference[]> =>
  references(tx, 'conrelid', table);

/** Foreign keys that refer to a table. */
export const referencesTo = (tx: Queryable, table: string): Promise<Reference[]> =>
  references(tx, 'confrelid', table);

const references = (tx: Queryable, side: 'conrelid' | 'confrelid', table: string) =>
  tx.query<Reference>(
    `SELECT conname::text AS name, pg_get_constraintdef(oid) AS definition,
       conrelid::regclass::text AS from, confrelid::regclass::text AS to, convalidated AS "isValid"
     FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND ${side} = $1::regclass ORDER BY conname`,
    [table],
  );

/** SQL that makes the policy `p` on a table. `on` is an expression of the name of that table. */
const policyText = (on: string) =>
  `concat_ws(' ', format('CREATE POLICY %I ON %s', p.polname, ${on}),
       CASE WHEN NOT p.polpermissive THEN 'AS RESTRICTIVE' END,
       CASE p.polcmd WHEN 'r' THEN 'FOR SELECT' WHEN 'a' THEN 'FOR INSERT' WHEN 'w' THEN 'FOR UPDATE'
         WHEN 'd' THEN 'FOR DELETE' END,
       (SELECT 'TO ' || string_agg(CASE WHEN role = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(role)) END, ', ')
        FROM unnest(p.polroles) AS role),
       'USING (' || pg_get_expr(p.polqual, p.polrelid) || ')',
       'WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')')`;

/** The statements that give `copy` the row-level security and the privileges of a table. */
export async function securityOf(tx: Queryable, table: string, copy: string): Promise<string[]> {
  const statements = await tx.query<{ text: string }>(
    `SELECT ${policyText('$2::text')} AS text
     FROM pg_policy p WHERE p.polrelid = $1::regclass
     UNION ALL
     SELECT format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', $2::text)
     FROM pg_class WHERE oid = $1::regclass AND relrowsecurity
     UNION ALL
     SELECT format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', $2::text)
     FROM pg_class WHERE oid = $1::regclass AND relforcerowsecurity
     UNION ALL
     SELECT format('GRANT %s ON %s TO %I', string_agg(g.privilege_type, ', '), $2::text, pg_get_userbyid(g.grantee))
     FROM pg_class c, aclexplode(c.relacl) g
     WHERE c.oid = $1::regclass AND g.grantee NOT IN (0, c.relowner) GROUP BY g.grantee`,
    [table, copy],
  );
  return statements.map(({ text }) => text);
}

export interface DependentPolicy extends Described {
  /** The table whose rows it limits. */
  on: string;
}

/** Policies that limit the rows of other tables by the rows of one of these. */
export const policiesThatRead = (
  tx: Queryable,
  tables: readonly string[],
): Promise<DependentPolicy[]> =>
  tx.query(
    `SELECT p.polname::text AS name, p.polrelid::regclass::text AS on, ${policyText('p.polrelid::regclass')} AS definition
     FROM pg_policy p WHERE p.polrelid <> ALL ($1::text[]::regclass[]) AND EXISTS (
       SELECT FROM pg_depend d WHERE d.classid = 'pg_policy'::regclass AND d.objid = p.oid
         AND d.refclassid = 'pg_class'::regclass AND d.refobjid = ANY ($1::text[]::regclass[]))
     ORDER BY 2, 1`,
    [tables],
  );

/** Throws where a table of `tables` has something that a copy by this folder would not have. */
export async function refuseUnknown(
  tx: Queryable,
  table: string,
  tables: readonly string[],
): Promise<void> {
  const unknown = await tx.query<{ what: string }>(
    `SELECT format('the trigger %s', tgname) AS what FROM pg_trigger
     WHERE tgrelid = $1::regclass AND NOT tgisinternal
     UNION ALL
     SELECT format('privileges on the column %s', attname) FROM pg_attribute
     WHERE attrelid = $1::regclass AND attacl IS NOT NULL
     UNION ALL
     SELECT format('the dependent %s', pg_describe_object(d.classid, d.objid, d.objsubid)) FROM pg_depend d
     LEFT JOIN pg_policy p ON d.classid = 'pg_policy'::regclass AND p.oid = d.objid
     WHERE d.refobjid = $1::regclass AND (p.polrelid <> $1::regclass AND p.polrelid = ANY ($2::text[]::regclass[])
       OR d.classid IN ('pg_rewrite'::regclass, 'pg_proc'::regclass))`,
    [table, tables],
  );
  if (unknown.length === 0) return;
  throw new Error(
    `The table ${table} has ${unknown.map(({ what }) => what).join(', ')}, which a partitioned copy would not have`,
  );
}
