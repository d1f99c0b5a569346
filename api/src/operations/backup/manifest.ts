import * as v from 'valibot';

const sha256Schema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The content of a backup, in its last entry `manifest.json`. */
export const manifestSchema = v.object({
  format: v.literal(1),
  made_at: v.string(),
  /** The migrations of the schema that the rows have. */
  migrations: v.array(v.object({ name: v.string(), checksum: sha256Schema })),
  /** In the order in which a restore fills them. */
  tables: v.array(
    v.object({
      name: v.pipe(v.string(), v.regex(/^[a-z_]+$/)),
      rows: countSchema,
      sha256: sha256Schema,
    }),
  ),
  /** The jobs of earlier releases, which were in no table of their own. */
  jobs: v.optional(v.object({ rows: countSchema, sha256: sha256Schema })),
  files: v.array(
    v.object({ key: v.pipe(v.string(), v.uuid()), size: countSchema, sha256: sha256Schema }),
  ),
});

export type Manifest = v.InferOutput<typeof manifestSchema>;

export const MANIFEST_ENTRY = 'manifest.json';
export const JOBS_ENTRY = 'jobs.ndjson';
export const tableEntry = (name: string) => `tables/${name}.ndjson`;
export const fileEntry = (key: string) => `files/${key}.zip`;
