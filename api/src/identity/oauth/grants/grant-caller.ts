import { GRANT_SCOPES, type ApiKeyScope } from '@carrel/shared/contract';

import { secretOfToken } from '../../../platform/access/keys/key-token.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { isReachable, limitReach } from '../../../platform/database/reach.ts';
import { malformed, notFound } from '../../../platform/http/problems.ts';
import { byNetwork } from '../../../platform/http/limits/limit.ts';
import { limitOf } from '../../../platform/http/limits/limits-table.ts';
import { ACCESS_PREFIX, REFRESH_PREFIX } from '../tokens/token-pair.ts';
import { findGrant, recordGrantUse } from './find-grant.ts';

const tokenInvalid = () => new Problem(401, 'This access token is not valid.');

const isSecret = (value: string) =>
  value.startsWith(ACCESS_PREFIX) || value.startsWith(REFRESH_PREFIX);

const BEARER = /^Bearer +(\S+)$/i;

/**
 * Returns the access token of a request, where it has one.
 * @throws {Problem} 400 for a token in the URL, where it ends up in logs.
 */
export function accessTokenOf(c: ApiContext): string | undefined {
  if (Object.values(c.req.query()).some(isSecret)) {
    throw malformed('Send the access token in the Authorization header, not in the address.');
  }
  const [, token] = BEARER.exec(c.req.header('Authorization') ?? '') ?? [];
  return token?.startsWith(ACCESS_PREFIX) === true ? token : undefined;
}

/**
 * Requires a token for a workspace, sets `key` and `organization`, and returns the scopes. `isAgain`: this was done for
 * the request before.
 */
export type RequireGrant = (
  c: ApiContext,
  token: string,
  workspaceId: string,
  isAgain: boolean,
) => Promise<readonly ApiKeyScope[]>;

/** Reads callers that a person connected: each acts as a key that is limited to one workspace. */
export function createGrantCaller({ database }: Pick<Dependencies, 'database'>): RequireGrant {
  const limits = new RateLimits(database);

  /** @throws {Problem} 401 for an invalid token, 404 for another workspace than its own, 429. */
  return async (c, token, workspaceId, isAgain) => {
    const isToken = secretOfToken(ACCESS_PREFIX, token) !== undefined;
    const grant = isToken ? await findGrant(database, token) : undefined;
    if (grant === undefined) {
      if (!isAgain) await limits.take(limitOf('wrong-key', byNetwork(c)));
      throw tokenInvalid();
    }
    if (!isAgain) await limits.take(limitOf('key', grant.id));
    if (grant.workspaceId !== workspaceId) throw notFound('workspace');
    const { id, organizationId, name, reach } = grant;
    limitReach(reach);
    if (!isReachable(workspaceId)) throw notFound('workspace');
    const datasetIds = grant.datasetIds.filter(isReachable);
    c.set('key', { id, name, places: { datasetIds, workspaceIds: [workspaceId] } });
    c.set('organization', { id: organizationId, role: 'Viewer' });
    if (!grant.isRecorded) await recordGrantUse(database, grant);
    return GRANT_SCOPES;
  };
}
