import type { Queryable } from '../../database/database.ts';

interface Place {
  organization: { id: string; name: string };
  workspace: { id: string; name: string };
}

/** Returns a workspace of an organization that an account belongs to. `tx` is the owner's. */
export async function findWorkspaceOf(
  tx: Queryable,
  accountId: string,
  workspaceId: string,
): Promise<Place | undefined> {
  const [place] = await tx.query<Place>(
    `SELECT json_build_object('id', o.id, 'name', o.name) AS organization,
       json_build_object('id', w.id, 'name', w.name) AS workspace
     FROM workspaces w JOIN organizations o ON o.id = w.organization_id AND o.deleted_at IS NULL
     JOIN memberships m ON m.organization_id = w.organization_id AND m.account_id = $1
     WHERE w.id = $2`,
    [accountId, workspaceId],
  );
  return place;
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
