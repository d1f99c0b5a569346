import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What became of words from one text to the other. */
export const COMPARISON_KINDS = ['same', 'removed', 'added'] as const;

/** Words in a row. After them, `left_out` characters of the same kind are not there. */
export const comparisonPartSchema = v.object({
  kind: v.picklist(COMPARISON_KINDS),
  text: v.string(),
  left_out: v.optional(count),
});

export type ComparisonPart = v.InferOutput<typeof comparisonPartSchema>;

/**
 * What differs between two texts, in their order: each change is `removed`, `added`, or both one after the other,
 * between words that are the `same`.
 */
export const textComparisonSchema = v.object({
  parts: v.array(comparisonPartSchema),
  /** All changes of the two texts. */
  changes: count,
  words_removed: count,
  words_added: count,
  /** Whether the texts differ so much that words are marked which both have. */
  is_coarse: v.boolean(),
  /** Changes to skip for the next page; absent on the last one. */
  next: v.optional(count),
});

export type TextComparison = v.InferOutput<typeof textComparisonSchema>;
