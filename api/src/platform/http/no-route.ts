import type { Hono } from 'hono';

import type { ApiContext, ApiEnv } from './api-context.ts';
import { isUuid } from './bodies/validate.ts';
import { operationOf } from './describe-route.ts';
import { methodNotAllowed, notFound } from './problems.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Refuses a request that no route takes.
 * @throws {Problem} 405 with the methods of a path that has other ones, else 404.
 */
export function noRoute(app: Hono<ApiEnv>, c: ApiContext): never {
  const allowed = METHODS.flatMap((method) => allowedOf(app, method, c.req.path));
  throw allowed.length === 0 ? notFound() : methodNotAllowed(allowed);
}

/** Returns the methods that a client may send for the routes of one method. */
function allowedOf({ router }: Hono<ApiEnv>, method: string, path: string): string[] {
  const handlers = router
    .match(method, path)[0]
    .filter(([[, route]]) => route.method === method && isFor(route.path, path))
    .map(([[handler]]) => handler);
  if (handlers.length === 0) return [];
  if (handlers.some((handler) => operationOf(handler)?.method === 'head')) return ['HEAD'];
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

/** Whether what a path has for the parameters of a route are ids: `login` in `/accounts/login` is none. */
function isFor(route: string, path: string): boolean {
  const segments = path.split('/');
  return route.split('/').every((name, index) => {
    const segment = segments[index] ?? '';
    return !name.startsWith(':') || isUuid(segment) || segment === 'by-path';
  });
}
