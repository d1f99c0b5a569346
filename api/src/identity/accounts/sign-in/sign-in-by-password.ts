import type { SignInMethod } from '@carrel/shared/contract';

import { lockCredentials, type VerifiedCredentials } from '../../../platform/access/sessions.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import { authenticatorAppOf } from '../../proofs/second-step/app-repository.ts';
import { recoveryCodesOf } from '../../proofs/second-step/recovery-code-repository.ts';
import { signInBrowser, type SignIn } from '../../sessions/sign-in-browser.ts';
import { pendingSignIns } from '../../proofs/second-step/pending-sign-ins.ts';
import { trustedBrowsersOf, trustedSecrets } from '../../proofs/second-step/trusted-browsers.ts';

/** What a right password led to: a session, or a sign-in that waits for its second step. */
interface PasswordSignIn {
  signIn: SignIn | undefined;
  pending: { secret: string; methods: SignInMethod[] } | undefined;
}

/**
 * Signs in with a password that was verified, as far as it is enough. Neither is returned where the password was
 * changed meanwhile.
 */
export async function signInByPassword(
  c: ApiContext,
  dependencies: Pick<Dependencies, 'database' | 'queue' | 'settings'>,
  verified: VerifiedCredentials,
): Promise<PasswordSignIn> {
  const { accountId } = verified;
  let pending: PasswordSignIn['pending'];
  const signIn = await signInBrowser<SignIn>(c, dependencies, async (tx) => {
    if (!(await lockCredentials(tx, verified))) return undefined;
    if (!(await authenticatorAppOf(tx, accountId).isConfirmed())) {
      return { accountId, methods: ['password'], isReauthenticated: true };
    }
    if (await trustedBrowsersOf(tx, accountId).trusts(trustedSecrets(c))) {
      return { accountId, methods: ['password', 'trusted_browser'], isReauthenticated: false };
    }
    const codesLeft = await recoveryCodesOf(tx, accountId).countLeft();
    const methods: SignInMethod[] = ['totp', ...(codesLeft > 0 ? ['recovery_code' as const] : [])];
    pending = { secret: await pendingSignIns(tx).add(verified), methods };
    return undefined;
  });
  return { signIn, pending };
}
