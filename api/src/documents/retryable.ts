import { GAVE_UP } from '../pipeline/partition/unreadable-document.ts';

/**
 * Whether a retry of a failed document can succeed: not where its file cannot be read, which its error
 * says. In queries of a document `d`.
 */
export const RETRYABLE = `(d.status <> 'partitioning_error' OR starts_with(coalesce(d.error, ''), '${GAVE_UP}'))`;
