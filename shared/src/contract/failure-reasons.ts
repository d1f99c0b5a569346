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

/**
 * The failed documents of a dataset by reason, the most frequent first. `retryable` tells whether a retry can
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
