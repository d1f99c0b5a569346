import type { ApiContext } from '../../../platform/http/api-context.ts';
import type { Limit } from '../../../platform/http/limits/rate-limit.ts';
import { clientAddress, clientNetwork } from '../../../platform/http/origins/client-address.ts';
import { malformed } from '../../../platform/http/problems.ts';

const MINUTE = 60;

/** What a code is entered for. Each has limits of its own, so that a stranger's guesses use up no other. */
type Purpose = 'sign-in' | 'recovery-code' | 'reauthentication' | 'enrolment' | 'mailed-code';

const MESSAGE = 'Too many wrong codes. Please try again later.';

/**
 * Limits wrong codes for an account: from one network, and from anywhere. Three codes are right at a time, so that a
 * day of guesses finds one with a chance of 1 in 3,333.
 */
export function codeLimits(c: ApiContext, purpose: Purpose, accountId: string): Limit[] {
  const network = clientNetwork(clientAddress(c));
  return [
    {
      subject: ['code', purpose, network, accountId],
      times: 10,
      seconds: 15 * MINUTE,
      message: MESSAGE,
    },
    {
      subject: ['code', purpose, accountId],
      times: 100,
      seconds: 24 * 60 * MINUTE,
      message: MESSAGE,
    },
  ];
}

/** The response to every code that is not accepted. */
export const wrongCode = () =>
  malformed('Incorrect code. A code works once: enter the one that your app shows now.');

export const wrongRecoveryCode = () =>
  malformed('Incorrect recovery code. A recovery code works once.');
