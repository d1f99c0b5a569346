import type { Database } from '../../../platform/database/database.ts';
import { REACH } from '../../../platform/access/object-access.ts';
import type { Reach } from '../../../platform/database/reach.ts';
import { sha256 } from '../../../platform/access/session-tokens.ts';

/** A grant that can be used now. */
export interface UsableGrant {
  /** What the person can reach. */
  reach: Reach;
  id: string;
  organizationId: string;
  workspaceId: string;
  /** The program's name, and the person's. */
  name: string;
  /** Datasets that are attached to the workspace. */
  datasetIds: string[];
  /** Whether its use was recorded in the last minute. */
  isRecorded: boolean;
}

/** Returns the grant of an access token, as long as its person is a member of the organization. */
export async function findGrant(
  database: Database,
  accessToken: string,
): Promise<UsableGrant | undefined> {
  const [grant] = await database.queryOnce<UsableGrant>(
    `SELECT g.id, g.organization_id AS "organizationId", g.workspace_id AS "workspaceId",
       c.name || ' (' || a.first_name || ' ' || a.last_name || ')' AS name,
       ARRAY(SELECT w.dataset_id FROM workspace_datasets w
         WHERE w.organization_id = g.organization_id AND w.workspace_id = g.workspace_id) AS "datasetIds",
       ${REACH} AS reach,
       coalesce(g.last_used_at > now() - interval '1 minute', false) AS "isRecorded"
     FROM oauth_grants g
     JOIN organizations o ON o.id = g.organization_id AND o.deleted_at IS NULL
     JOIN memberships m ON m.organization_id = g.organization_id AND m.account_id = g.account_id
     JOIN roles r ON r.organization_id = m.organization_id AND r.id = m.role_id
     JOIN accounts a ON a.id = g.account_id JOIN oauth_clients c ON c.id = g.client_id
     WHERE g.access_hash = $1 AND g.access_expires_at > now()`,
    [sha256(accessToken)],
  );
  return grant;
}

/** Records that a grant is used. */
export async function recordGrantUse(
  database: Database,
  { id, organizationId }: Pick<UsableGrant, 'id' | 'organizationId'>,
): Promise<void> {
  await database.queryOnce(
    'UPDATE oauth_grants SET last_used_at = now() WHERE organization_id = $1 AND id = $2',
    [organizationId, id],
  );
}
