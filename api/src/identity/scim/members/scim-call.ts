import type { RoleName } from '@carrel/shared/contract';

import { auditOf } from '../../../platform/access/audit.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import type { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import { clientAddress } from '../../../platform/http/origins/client-address.ts';
import { organizationInvitationLimits } from '../../../platform/mail/mail-limits.ts';

/** A call of a directory in its transaction. */
export interface ScimCall {
  tx: Queryable;
  organizationId: string;
  keyId: string;
  /** What the key may do to members, as the role that may do the same. */
  role: RoleName;
  ip: string;
  /** What the audit log says of each change: who made it. */
  by: Record<string, string>;
  dependencies: Pick<Dependencies, 'queue' | 'settings'>;
  audit(
    action: string,
    object: readonly [type: string, id: string],
    details?: Record<string, unknown>,
  ): Promise<void>;
  /** @throws {InvitationNeeded} if no message to this address was counted yet. */
  requireInvitation(address: string): void;
}

/** Ends a transaction that would send a message that was not counted: limits are counted outside of it. */
class InvitationNeeded extends Error {
  override readonly name = 'InvitationNeeded';
  readonly address: string;

  constructor(address: string) {
    super('An invitation is needed');
    this.address = address;
  }
}

/**
 * Runs `work` in a transaction in which the key can still be used. The organization is locked first: what a directory
 * sends is done one after the other, and so are the changes of members by people.
 */
export async function asDirectory<T>(
  c: ApiContext,
  dependencies: Pick<Dependencies, 'queue' | 'settings'>,
  limits: RateLimits,
  work: (call: ScimCall) => Promise<T>,
): Promise<T> {
  const { id: organizationId } = c.get('organization');
  const key = c.get('key');
  if (key === undefined) throw new Error('SCIM is called without a key');
  const counted = new Set<string>();
  const run = () =>
    c.var.tenant(async (tx, role) => {
      await tx.query('SELECT id FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [
        organizationId,
      ]);
      return work({
        tx,
        organizationId,
        keyId: key.id,
        role,
        ip: clientAddress(c),
        by: { by: 'scim', apiKey: key.name },
        dependencies,
        audit: (action, object, details = {}) =>
          auditOf(c, tx, action, object, { ...details, by: 'scim' }),
        requireInvitation: (address) => {
          if (!counted.has(address)) throw new InvitationNeeded(address);
        },
      });
    });
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof InvitationNeeded) || counted.has(error.address)) throw error;
      await limits.take(...organizationInvitationLimits(organizationId, error.address));
      counted.add(error.address);
    }
  }
}
