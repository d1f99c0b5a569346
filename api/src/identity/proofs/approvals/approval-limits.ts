import type { ApiContext } from '../../../platform/http/api-context.ts';
import type { BatchedLimit, Limit } from '../../../platform/http/limits/rate-limit.ts';
import { clientAddress, clientNetwork } from '../../../platform/http/origins/client-address.ts';

const MINUTE = 60;

const networkOf = (c: ApiContext) => clientNetwork(clientAddress(c));

/** Limits how many approvals one network asks for. */
export const requestLimit = (c: ApiContext): Limit => ({
  subject: ['approval-request', networkOf(c)],
  times: 30,
  seconds: 15 * MINUTE,
  message: 'Too many sign-ins were started from here. Please try again in a quarter of an hour.',
});

/** A program asks 300 times while it waits, and several may wait behind one address. */
export const pollLimit = (c: ApiContext): BatchedLimit => ({
  subject: ['approval-poll', networkOf(c)],
  times: 6000,
  seconds: 10 * MINUTE,
  batch: 20,
});

/** Limits wrong user codes, by account and by network. */
export const guessLimits = (c: ApiContext, accountId: string): Limit[] => [
  { subject: ['approval-code', accountId], times: 10, ...WRONG_CODES },
  { subject: ['approval-code-network', networkOf(c)], times: 50, ...WRONG_CODES },
];

const WRONG_CODES = {
  seconds: 15 * MINUTE,
  message: 'Too many wrong codes. Please try again in a quarter of an hour.',
};
