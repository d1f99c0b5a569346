import { auditOf } from '../../../platform/access/audit.ts';
import { confirmFactor, confirmPassword } from '../../../platform/access/sessions.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import type { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import { forbidden, malformed } from '../../../platform/http/problems.ts';
import { findPasswordHash } from '../passwords/account-repository.ts';
import { authenticatorAppOf } from '../second-step/app-repository.ts';
import { checkCode } from '../second-step/check-code.ts';
import { readFactors } from '../factors/read-factors.ts';
import { findMatchingHash } from '../passwords/passwords.ts';
import { codeLimits, wrongCode } from '../second-step/code-limits.ts';
import { networkLimits } from '../passwords/verify-credentials.ts';

const WRONG_PASSWORD = 'Incorrect password';

/**
 * Confirms a session by the password of its account.
 * @throws {Problem} 400 for a wrong one, 403 where the account has more than a password, 429.
 */
export async function confirmByPassword(
  c: ApiContext,
  { database }: Pick<Dependencies, 'database'>,
  limits: RateLimits,
  password: string,
): Promise<void> {
  const { id, sessionId } = c.get('account');
  await requirePasswordOnly(database, id);
  const passwordHash = await limits.attempt(networkLimits(c, id), async () => {
    const stored = await findPasswordHash(database, id);
    const hashes = stored === undefined ? [] : [stored];
    const matches = (await findMatchingHash(password, hashes)) === 0;
    if (stored === undefined || !matches) throw malformed(WRONG_PASSWORD);
    return stored;
  });
  await c.var.transaction(async (tx) => {
    await requirePasswordOnly(tx, id);
    if (!(await confirmPassword(tx, sessionId, passwordHash))) throw malformed(WRONG_PASSWORD);
    await auditOf(c, tx, 'session.password_confirmed', ['session', sessionId]);
  });
}

/**
 * Confirms a session by a code of the account's authenticator app.
 * @throws {Problem} 400 for a wrong one, 429.
 */
export async function confirmByCode(
  c: ApiContext,
  dependencies: Pick<Dependencies, 'database' | 'settings'>,
  limits: RateLimits,
  code: string,
): Promise<void> {
  const { id, sessionId } = c.get('account');
  await limits.attempt(codeLimits(c, 'reauthentication', id), async () => {
    const proof = await checkCode(dependencies, id, code);
    if (proof === undefined) throw wrongCode();
    await c.var.transaction(async (tx) => {
      if (!(await authenticatorAppOf(tx, id).use(proof))) throw wrongCode();
      await confirmFactor(tx, sessionId, 'totp');
      await auditOf(c, tx, 'session.code_confirmed', ['session', sessionId]);
    });
  });
}

/** Otherwise a stolen password would undo what the other factor protects. */
async function requirePasswordOnly(tx: Queryable, accountId: string): Promise<void> {
  const { totp, passkeys } = await readFactors(tx, accountId);
  const others = [
    ...(totp ? ['a code of your authenticator app'] : []),
    ...(passkeys > 0 ? ['a passkey'] : []),
  ];
  if (others.length === 0) return;
  throw forbidden(`The password is not enough for this account. Use ${others.join(' or ')}.`);
}
