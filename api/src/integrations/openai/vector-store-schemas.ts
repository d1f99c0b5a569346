import { SEARCH_LIMIT_DEFAULT, SEARCH_LIMIT_MAX } from '@carrel/shared/contract';
import * as v from 'valibot';

import { wholeNumber } from '../../platform/http/bodies/whole-number.ts';

/** Statuses of a file in a vector store, in the words of OpenAI's API. */
export const FILE_STATUSES = ['in_progress', 'completed', 'failed', 'cancelled'] as const;

export type FileStatus = (typeof FILE_STATUSES)[number];

const QUERIES_MAX = 10;

/** The body of `POST /v1/vector_stores/{id}/search`. Fields that it does not name are ignored. */
export const vectorStoreSearchSchema = v.object({
  query: v.union(
    [v.string(), v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(QUERIES_MAX))],
    `query must be a text, or at most ${QUERIES_MAX} texts.`,
  ),
  filters: v.nullish(v.unknown()),
  max_num_results: v.nullish(
    v.pipe(
      v.number(),
      v.integer('max_num_results must be a whole number.'),
      v.minValue(1, 'max_num_results must be at least 1.'),
      v.maxValue(SEARCH_LIMIT_MAX, `max_num_results must be at most ${SEARCH_LIMIT_MAX}.`),
    ),
    SEARCH_LIMIT_DEFAULT,
  ),
  ranking_options: v.nullish(
    v.object({ ranker: v.nullish(v.string()), score_threshold: v.nullish(v.number(), 0) }),
  ),
});

/** The query of `GET /v1/vector_stores/{id}/files`. */
export const fileListQuerySchema = v.object({
  limit: v.optional(wholeNumber('limit', 100), '20'),
  order: v.optional(v.picklist(['asc', 'desc'], 'order must be asc or desc.'), 'desc'),
  after: v.optional(v.string()),
  before: v.optional(v.string()),
  filter: v.optional(
    v.picklist(FILE_STATUSES, `filter must be one of ${FILE_STATUSES.join(', ')}.`),
  ),
});
