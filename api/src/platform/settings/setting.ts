import type * as v from 'valibot';

/** The groups of docs/settings.md, in their order. */
export const SETTING_GROUPS = [
  'Addresses',
  'Database and files',
  'Secrets',
  'Mail',
  'Search and models',
  'Sessions',
  'Uploads',
  'Sources',
  'Reading documents',
  'Quotas and retention',
  'Console',
] as const;

/** One environment variable. */
export interface Setting<TSchema extends v.GenericSchema = v.GenericSchema> {
  group: (typeof SETTING_GROUPS)[number];
  /** Parses the variable. Its messages complete "The setting PORT ...", in errors and in docs/settings.md. */
  schema: TSchema;
  /** What it does, in one sentence or two, for docs/settings.md, from which its links lead. */
  sentence: string;
  /** The default in words, where it is not that of the schema. */
  fallback?: string;
}

/** Returns a setting of the table. */
export const setting = <TSchema extends v.GenericSchema>(
  group: Setting['group'],
  schema: TSchema,
  sentence: string,
  fallback?: string,
): Setting<TSchema> => ({
  group,
  schema,
  sentence,
  ...(fallback !== undefined && { fallback }),
});
