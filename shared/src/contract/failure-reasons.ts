import * as v from 'valibot';

/** Reasons of one answer. */
export const FAILURE_REASONS_MAX = 100;

/** Characters of a reason. */
export const FAILURE_REASON_LENGTH_MAX = 4096;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Why a document failed, as the sentence that it has; empty where it has none. */
export const failureReasonSchema = v.pipe(
  v.string(),
  v.maxLength(FAILURE_REASON_LENGTH_MAX, 'The reason is too long'),
);

/** Numbers as they are written in a reason, for JavaScript and PostgreSQL. */
export const REASON_NUMBERS = '[0-9]+([.,][0-9]+)*';

/** Returns what reasons that differ in numbers only have in common. */
export const reasonGroup = (reason: string) =>
  reason.replaceAll(new RegExp(REASON_NUMBERS, 'g'), '0');

/**
 * The failed documents of a dataset by reason, the most frequent first. Reasons that differ in numbers only are one, and
 * `reason` is one of them. `retryable` tells whether a retry can
 * succeed for any of them. `more` counts the documents of reasons that are not listed.
 */
export const failureReasonsSchema = v.object({
  reasons: v.array(
    v.object({ reason: failureReasonSchema, documents: count, retryable: v.boolean() }),
  ),
  more: count,
});

export type FailureReasons = v.InferOutput<typeof failureReasonsSchema>;

export type FailureReason = FailureReasons['reasons'][number];
