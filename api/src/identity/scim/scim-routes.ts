import { Hono } from 'hono';

import { byKey } from '../../platform/access/authenticate.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { Problem } from '../../platform/http/problem.ts';
import { notFound } from '../../platform/http/problems.ts';
import { discoveryRoutes } from './discovery-routes.ts';
import { groupRoutes } from './groups/group-routes.ts';
import { scimErrors } from './scim-problem.ts';
import { scimBase } from './scim-base.ts';
import { userRoutes } from './user-routes.ts';

const ROOT = '/scim/v2';
/** Parts of RFC 7644 that are not supported: bulk, the own user, one search of everything. */
const UNSUPPORTED = ['/Bulk', '/Me', '/.search'];

/** SCIM 2.0 (RFC 7643, RFC 7644): a directory sends users and groups with an API key of the organization. */
export function scimRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>();
  routes.onError(scimErrors(dependencies.log));
  const byDirectory = byKey(dependencies, 'scim');
  const base = scimBase(dependencies.settings);
  const access = { dependencies, byDirectory };

  routes.route(ROOT, discoveryRoutes(byDirectory, base));
  routes.route(`${ROOT}/Users`, userRoutes(access, base));
  routes.route(`${ROOT}/Groups`, groupRoutes(access, base));
  for (const path of UNSUPPORTED) {
    routes.all(ROOT + path, byDirectory, () => {
      throw new Problem(501, 'This part of SCIM is not supported.', { isExpected: true });
    });
  }
  routes.all(`${ROOT}/*`, byDirectory, () => {
    throw notFound('resource');
  });

  return routes;
}
