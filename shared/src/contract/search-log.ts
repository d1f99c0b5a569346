import * as v from 'valibot';

import { timestampSchema } from './text.ts';

/** For how long what people ask is kept. */
export const SEARCH_LOG_DAYS = 30;
/** Characters of a question that are kept. */
export const UNANSWERED_QUERY_MAX = 300;
/** Questions without results that are listed: those that were asked most often. */
export const UNANSWERED_LISTED_MAX = 500;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What people asked of a workspace. */
export const searchLogSchema = v.object({
  /** False if the organization keeps nothing. */
  enabled: v.boolean(),
  /** Days in UTC that had a search, oldest first. */
  days: v.array(
    v.object({
      day: v.pipe(v.string(), v.isoDate()),
      searches: count,
      /** Of them, those by MCP; absent from older servers. */
      by_mcp: v.nullish(count),
      without_results: count,
      /** 95 of 100 searches took at most this many milliseconds, rounded up to a step of its scale. */
      p95: v.number(),
    }),
  ),
  /** Questions without results, the most frequent first. `query` is its text, cut at 300 characters. */
  unanswered: v.array(v.object({ query: v.string(), times: count, last_at: timestampSchema })),
});

export type SearchLog = v.InferOutput<typeof searchLogSchema>;
