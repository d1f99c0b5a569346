import type { ApiContext } from '../../../platform/http/api-context.ts';
import type { Limit } from '../../../platform/http/limits/rate-limit.ts';
import { clientAddress, clientNetwork } from '../../../platform/http/origins/client-address.ts';

const MINUTE = 60;

const networkOf = (c: ApiContext) => clientNetwork(clientAddress(c));

/** Limits challenges: a sign-in page takes one when it opens, and another every few minutes. */
export const challengeLimit = (c: ApiContext): Limit => ({
  subject: ['passkey-challenge', networkOf(c)],
  times: 300,
  seconds: 5 * MINUTE,
});

/** Limits passkeys that are refused. */
export const refusedLimit = (c: ApiContext): Limit => ({
  subject: ['passkey-refused', networkOf(c)],
  times: 100,
  seconds: 15 * MINUTE,
  message: 'Too many passkeys from here were refused. Please try again in a quarter of an hour.',
});
