import type { ApiContext } from '../../http/api-context.ts';
import { clientAddress, clientNetwork } from '../../http/origins/client-address.ts';
import type { Limit } from '../../http/limits/rate-limit.ts';

/** Keeps one client from having any number of messages sent to people who did not ask for them. */
export function mailLimit(c: ApiContext): Limit {
  return { subject: ['mail', clientNetwork(clientAddress(c))], times: 1000, seconds: 60 * 60 };
}
