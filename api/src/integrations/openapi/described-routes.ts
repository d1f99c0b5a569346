import { accessOf, operationOf } from '../../platform/http/describe-route.ts';
import type { Operation, RouteAccess } from '../../platform/http/operation.ts';

export const BASE = '/api/v1';

/** A handler as the Hono app lists it. */
export interface RegisteredHandler {
  method: string;
  path: string;
  handler: object;
}

export interface DescribedRoute {
  /** In lower case. */
  method: string;
  /** Below `BASE`, as Hono writes it: `/datasets/:id`. */
  path: string;
  operation: Operation;
  access: RouteAccess;
}

/**
 * Returns the routes of the API with their descriptions, from what the app has registered: a route is the
 * handlers with one method and path.
 * @throws {Error} for a route that has none.
 */
export function describedRoutes(handlers: readonly RegisteredHandler[]): DescribedRoute[] {
  const routes = Map.groupBy(
    handlers.filter(({ method, path }) => method !== 'ALL' && path.startsWith(`${BASE}/`)),
    ({ method, path }) => `${method} ${path}`,
  );
  return [...routes].map(([name, registered]) => {
    const operation = registered
      .map(({ handler }) => operationOf(handler))
      .find((found) => found !== undefined);
    if (operation === undefined) throw new Error(`Describe ${name} with describeRoute.`);
    const [method = '', path = ''] = name.split(' ');
    const access = Object.assign({}, ...registered.map(({ handler }) => accessOf(handler)));
    return {
      method: operation.method ?? method.toLowerCase(),
      path: path.slice(BASE.length),
      operation,
      access: access as RouteAccess,
    };
  });
}
