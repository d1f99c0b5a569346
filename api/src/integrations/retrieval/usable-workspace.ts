import { mayUse } from '../../platform/access/caller.ts';
import type { ApiContext } from '../../platform/http/api-context.ts';
import { isUuid } from '../../platform/http/bodies/validate.ts';
import { notFound } from '../../platform/http/problems.ts';

/** Returns the id of a workspace that the caller's key may use. @throws {Problem} 404 */
export function usableWorkspace(c: ApiContext, id: string | undefined): string {
  const workspaceId = id?.toLowerCase() ?? '';
  c.get('rights').check(() => {
    if (!isUuid(workspaceId) || !mayUse(c, 'workspaceIds', workspaceId))
      throw notFound('workspace');
  });
  return workspaceId;
}
