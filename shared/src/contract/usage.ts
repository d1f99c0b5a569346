import * as v from 'valibot';

/** What an organization may have a limited amount of. */
export const QUOTA_NAMES = ['documents', 'bytes', 'members', 'guests', 'datasets'] as const;

export type QuotaName = (typeof QUOTA_NAMES)[number];

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const figureSchema = v.object({ used: count, limit: v.optional(count) });

/** How much an organization uses, and its limits. `bytes` are those of stored archives. */
export const usageSchema = v.object({
  documents: figureSchema,
  bytes: figureSchema,
  members: figureSchema,
  /** Absent from servers without guests. */
  guests: v.optional(figureSchema),
  datasets: figureSchema,
});

export type Usage = v.InferOutput<typeof usageSchema>;
