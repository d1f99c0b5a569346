import type { SignInMethod } from '@carrel/shared/contract';

import { recordAudit } from '../../../platform/access/audit.ts';
import { lockCredentials } from '../../../platform/access/sessions.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import type { Limit } from '../../../platform/http/limits/rate-limit.ts';
import { clientAddress } from '../../../platform/http/origins/client-address.ts';
import { occasionOf } from '../../../platform/mail/describe-occasion.ts';
import { stopRecovery } from '../../proofs/recovery/stop-recovery.ts';
import { authenticatorAppOf } from '../../proofs/second-step/app-repository.ts';
import { checkCode } from '../../proofs/second-step/check-code.ts';
import { notifyOwner } from '../../notices/notify-owner.ts';
import { recoveryCodesOf } from '../../proofs/second-step/recovery-code-repository.ts';
import { hashRecoveryCode } from '../../proofs/second-step/recovery-codes.ts';
import { signInBrowser, type SignIn } from '../../sessions/sign-in-browser.ts';
import { codeLimits } from '../../proofs/second-step/code-limits.ts';
import { pendingSignIns, type PendingSignIn } from '../../proofs/second-step/pending-sign-ins.ts';
import { recoveryCodeUsedMail } from '../../proofs/second-step/second-step-mails.ts';
import { signInExpired } from '../../proofs/second-step/sign-in-expired.ts';
import { trustedBrowsersOf } from '../../proofs/second-step/trusted-browsers.ts';

type NeededDependencies = Pick<Dependencies, 'database' | 'queue' | 'settings'>;

/** A code of one kind. */
interface Proof {
  method: SignInMethod & ('totp' | 'recovery_code');
  limits(c: ApiContext): Limit[];
  /** Checks it, and returns what uses it up in a transaction: that returns false where it was used before. */
  check(): Promise<((tx: Queryable) => Promise<boolean>) | undefined>;
}

/** One of them is sent. */
interface Codes {
  code?: string | undefined;
  recovery_code?: string | undefined;
}

/** Returns how the code of a request is checked: one of the authenticator app, or a recovery code. */
export function proofOf(
  dependencies: NeededDependencies,
  accountId: string,
  { code, recovery_code: recoveryCode = '' }: Codes,
): Proof {
  if (code === undefined) {
    return {
      method: 'recovery_code',
      limits: (c) => codeLimits(c, 'recovery-code', accountId),
      check: async () => {
        const hash = await hashRecoveryCode(dependencies.database, accountId, recoveryCode);
        return (tx) => recoveryCodesOf(tx, accountId).use(hash);
      },
    };
  }
  return {
    method: 'totp',
    limits: (c) => codeLimits(c, 'sign-in', accountId),
    check: async () => {
      const proof = await checkCode(dependencies, accountId, code);
      return proof && ((tx) => authenticatorAppOf(tx, accountId).use(proof));
    },
  };
}

interface SecondStep {
  pending: PendingSignIn;
  proof: Proof;
  trustBrowser: boolean;
}

/** What a completed sign-in tells the browser. */
interface Completed extends SignIn {
  /** The secret for the cookie of a trusted browser. */
  trusted: string | undefined;
  /** How many recovery codes are left, where one was used. */
  recoveryCodes: number | undefined;
}

/**
 * Completes a sign-in whose password was right. Whether it is still, and whether the code is right and was not used
 * before, is decided in the transaction that opens the session. Returns undefined for a wrong code.
 * @throws {Problem} 401 where the sign-in does not wait any more.
 */
export async function completeSignIn(
  c: ApiContext,
  dependencies: NeededDependencies,
  { pending, proof, trustBrowser }: SecondStep,
): Promise<Completed | undefined> {
  const { accountId } = pending;
  const use = await proof.check();
  return signInBrowser<Completed>(c, dependencies, async (tx) => {
    const waits = (await lockCredentials(tx, pending)) && (await pendingSignIns(tx).lock(pending));
    if (!waits) throw signInExpired();
    if (use === undefined || !(await use(tx))) return undefined;
    await pendingSignIns(tx).remove(pending);
    const isRecoveryCode = proof.method === 'recovery_code';
    if (isRecoveryCode) await announceUse(c, dependencies, tx, accountId);
    await stopRecovery(c, dependencies, tx, accountId);
    return {
      accountId,
      methods: ['password', proof.method],
      isReauthenticated: true,
      trusted: trustBrowser ? await trustedBrowsersOf(tx, accountId).add() : undefined,
      recoveryCodes: isRecoveryCode ? await recoveryCodesOf(tx, accountId).countLeft() : undefined,
    };
  });
}

async function announceUse(
  c: ApiContext,
  { queue }: NeededDependencies,
  tx: Queryable,
  accountId: string,
): Promise<void> {
  await recordAudit(tx, {
    action: 'account.recovery_code_used',
    object: ['account', accountId],
    accountId,
    ip: clientAddress(c),
  });
  await notifyOwner(tx, queue, recoveryCodeUsedMail, accountId, occasionOf(c));
}
