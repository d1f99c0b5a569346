import { Problem } from '../../../platform/http/problem.ts';
import { forbidden } from '../../../platform/http/problems.ts';
import { requireRoom } from '../../../platform/quotas/require-room.ts';
import type { ScimCall } from './scim-call.ts';

/**
 * Requires that one more member fits into the organization. `pending` counts invitations that take a place too.
 * @throws {Problem} 403: to a directory, 409 would say that the user exists.
 */
export async function requireMemberRoom(
  { tx, organizationId, dependencies }: ScimCall,
  pending?: () => Promise<number>,
): Promise<void> {
  const quota = { organizationId, quotas: dependencies.settings.quotas };
  try {
    await requireRoom(tx, quota, 'members', 1, pending === undefined ? {} : { pending });
  } catch (error) {
    if (error instanceof Problem && error.status === 409) throw forbidden(error.message);
    throw error;
  }
}
