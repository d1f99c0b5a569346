import {
  BY_ANOTHER_PROVIDER,
  requirementUnmet,
} from '../../../platform/access/sign-in-requirement.ts';
import { REACH } from '../../../platform/access/object-access.ts';
import type { Queryable } from '../../../platform/database/database.ts';

/** Who asks, in which session. */
interface Caller {
  id: string;
  sessionId: string;
}

interface Place {
  organization: { id: string; name: string };
  workspace: { id: string; name: string };
}

/**
 * Returns a workspace of an organization that an account belongs to, and that it can reach. `tx` is the owner's.
 * @throws {Problem} 403 for a session that only the provider of another organization opened.
 */
export async function findWorkspaceOf(
  tx: Queryable,
  { id: accountId, sessionId }: Caller,
  workspaceId: string,
): Promise<Place | undefined> {
  const [found] = await tx.query<Place & { isForeign: boolean }>(
    `SELECT json_build_object('id', o.id, 'name', o.name) AS organization,
       json_build_object('id', w.id, 'name', w.name) AS workspace,
       ${BY_ANOTHER_PROVIDER} AS "isForeign"
     FROM workspaces w JOIN organizations o ON o.id = w.organization_id AND o.deleted_at IS NULL
     JOIN memberships m ON m.organization_id = w.organization_id AND m.account_id = $1
     JOIN roles r ON r.organization_id = m.organization_id AND r.id = m.role_id
     JOIN sessions s ON s.id = $3
     WHERE w.id = $2 AND is_in_reach(${REACH}->>'unreachable', w.id)`,
    [accountId, workspaceId, sessionId],
  );
  if (found?.isForeign === true) throw requirementUnmet('method');
  return found && { organization: found.organization, workspace: found.workspace };
}

/** Returns whether an organization has a workspace, which stays until the transaction ends. */
export async function isWorkspace(
  tx: Queryable,
  organizationId: string,
  workspaceId: string,
): Promise<boolean> {
  const rows = await tx.query(
    'SELECT id FROM workspaces WHERE organization_id = $1 AND id = $2 FOR KEY SHARE',
    [organizationId, workspaceId],
  );
  return rows.length === 1;
}
