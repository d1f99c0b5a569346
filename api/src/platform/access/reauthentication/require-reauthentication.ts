import type { CallerSession } from '../../http/api-context.ts';
import { reauthenticationNeeded } from '../../http/problems.ts';
import { SENSITIVE_OPERATIONS, type SensitiveOperation } from './sensitive-operations.ts';

/**
 * Requires that the caller authenticated in this session a short time ago, in a way that counts for `operation`.
 * @throws {Problem} 403 with a header that tells the console to ask for it.
 */
export function requireReauthentication(
  session: CallerSession,
  operation: SensitiveOperation,
): void {
  if (session.isReauthenticated) return;
  const isForOrganization = SENSITIVE_OPERATIONS[operation] === 'organization';
  if (isForOrganization && session.isVouchedFor) return;
  throw reauthenticationNeeded(isForOrganization && session.hasProvider ? 'sso' : 'password');
}
