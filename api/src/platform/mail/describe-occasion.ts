import { browserLabel } from '@carrel/shared/contract';

import type { ApiContext } from '../http/api-context.ts';
import { clientAddress } from '../http/origins/client-address.ts';
import type { Occasion } from './mail.ts';

/** Returns when and from where a request came, for a mail about it. */
export function occasionOf(c: ApiContext, address?: string): Occasion {
  return {
    at: new Date().toISOString(),
    ip: clientAddress(c),
    userAgent: c.req.header('User-Agent')?.slice(0, 500),
    address,
  };
}

const TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Returns the lines of a mail that say when and from where something was done. */
export function describeOccasion({ at, ip, userAgent, address }: Occasion): string[] {
  return [
    ...(address === undefined ? [] : [`Email address: ${address}`]),
    `When: ${TIME.format(new Date(at))} (UTC)`,
    `From: ${ip ?? 'an unknown address'}`,
    `Browser: ${browserLabel(userAgent)}`,
  ];
}
