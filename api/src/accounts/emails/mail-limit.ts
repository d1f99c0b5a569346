import type { ApiContext } from '../../http/api-context.ts';
import { clientAddress, clientNetwork } from '../../http/origins/client-address.ts';
import type { Limit } from '../../http/limits/rate-limit.ts';

/** Limits how many messages one client can have sent to other people's addresses. */
export function mailLimit(c: ApiContext): Limit {
  return { subject: ['mail', clientNetwork(clientAddress(c))], times: 1000, seconds: 60 * 60 };
}
