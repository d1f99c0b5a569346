import type { Queryable } from '../../../platform/database/database.ts';

export interface SearchedWorkspace {
  organizationId: string;
  workspaceId: string;
}

/** Returns the workspaces of all organizations that were searched last, the last and most often searched first. */
export const searchedLately = (database: Queryable, limit: number): Promise<SearchedWorkspace[]> =>
  database.query<SearchedWorkspace>(
    `SELECT organization_id AS "organizationId", workspace_id AS "workspaceId" FROM search_days
     WHERE day > (now() AT TIME ZONE 'UTC')::date - 7
     GROUP BY organization_id, workspace_id
     ORDER BY max(day) DESC, sum(searches) DESC, workspace_id LIMIT $1`,
    [limit],
  );
