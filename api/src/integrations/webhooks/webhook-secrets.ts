import { randomBytes } from 'node:crypto';

import { WEBHOOK_SECRET_PREFIX } from '@carrel/shared/contract/organization';

import type { Queryable } from '../../platform/database/database.ts';

const SECRET_BYTES = 32;

/**
 * Stores a new secret of a webhook, and returns its text, which nobody can read again. The one that it
 * replaces signs for `overlapHours` more; one that was replaced before no longer does.
 */
export async function storeNewSecret(
  tx: Queryable,
  organizationId: string,
  endpointId: string,
  overlapHours: number,
): Promise<string> {
  const secret = randomBytes(SECRET_BYTES);
  await tx.query(
    `DELETE FROM webhook_secrets
     WHERE organization_id = $1 AND endpoint_id = $2 AND (expires_at IS NOT NULL OR $3 = 0)`,
    [organizationId, endpointId, overlapHours],
  );
  await tx.query(
    `UPDATE webhook_secrets SET expires_at = now() + make_interval(hours => $3)
     WHERE organization_id = $1 AND endpoint_id = $2`,
    [organizationId, endpointId, overlapHours],
  );
  await tx.query(
    'INSERT INTO webhook_secrets (organization_id, endpoint_id, secret) VALUES ($1, $2, $3)',
    [organizationId, endpointId, secret],
  );
  return WEBHOOK_SECRET_PREFIX + secret.toString('base64');
}
