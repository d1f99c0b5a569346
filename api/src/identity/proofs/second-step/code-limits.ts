import type { ApiContext } from '../../../platform/http/api-context.ts';
import type { Limit } from '../../../platform/http/limits/rate-limit.ts';
import { malformed } from '../../../platform/http/problems.ts';
import { byNetwork } from '../../../platform/http/limits/limit.ts';
import { limitOf } from '../../../platform/http/limits/limits-table.ts';

/** What a code is entered for. Each has limits of its own, so that a stranger's guesses use up no other. */
type Purpose = 'sign-in' | 'recovery-code' | 'reauthentication' | 'enrolment' | 'mailed-code';

/** Limits wrong codes for an account: from one network, and from anywhere. */
export function codeLimits(c: ApiContext, purpose: Purpose, accountId: string): Limit[] {
  return [
    limitOf('code-network', purpose, byNetwork(c), accountId),
    limitOf('code-account', purpose, accountId),
  ];
}

/** The response to every code that is not accepted. */
export const wrongCode = () =>
  malformed('Incorrect code. A code works once: enter the one that your app shows now.');

export const wrongRecoveryCode = () =>
  malformed('Incorrect recovery code. A recovery code works once.');
