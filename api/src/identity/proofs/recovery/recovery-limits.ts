import type { Limit } from '../../../platform/http/limits/rate-limit.ts';

/** Limits how often the owner of an account gets mails about a recovery. */
export const recoveryRequestLimit = (accountId: string): Limit => ({
  subject: ['account-recovery', accountId],
  times: 10,
  seconds: 24 * 60 * 60,
  message: 'A recovery was asked for too often today. Please try again tomorrow.',
});
