import type { BatchedLimit, Limit } from '../../http/limits/rate-limit.ts';

/** Wrong keys and tokens that are looked up for one network in an hour. */
export const wrongKeyLimit = (network: string): Limit => ({
  subject: ['wrong-key', network],
  times: 100,
  seconds: 3600,
});

/** Calls with one key, or of one grant, in a minute. */
export const callLimit = (id: string): BatchedLimit => ({
  subject: ['key', id],
  times: 1200,
  seconds: 60,
  batch: 20,
});
