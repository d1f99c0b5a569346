import type { MiddlewareHandler } from 'hono';
import type { GenericSchema } from 'valibot';

import type { ApiContext, ApiEnv } from './api-context.ts';
import { mediasOf, type Operation, type OperationDetails, type RouteAccess } from './operation.ts';

const operations = new WeakMap<object, Operation>();
const accesses = new WeakMap<object, RouteAccess>();

/**
 * Describes the route that it is a middleware of, for the OpenAPI document. Every route has one.
 *
 * @example
 * routes.get('/datasets', member, describeRoute('listDatasets', 'List datasets', { returns: datasetListSchema }), handler);
 */
export function describeRoute(
  id: string,
  summary: string,
  details: OperationDetails = {},
): MiddlewareHandler<ApiEnv> {
  const operation: Operation = { id, summary, ...details };
  const handler: MiddlewareHandler<ApiEnv> = (c, next) => {
    c.set('operation', operation);
    return next();
  };
  operations.set(handler, operation);
  return handler;
}

/** Returns a middleware that is known to decide about access in this way. */
export function withAccess(
  access: RouteAccess,
  handler: MiddlewareHandler<ApiEnv>,
): MiddlewareHandler<ApiEnv> {
  accesses.set(handler, access);
  return handler;
}

/** Returns what `describeRoute` was told, for its middleware. */
export const operationOf = (handler: object): Operation | undefined => operations.get(handler);

/** Returns what a middleware decides; nothing for other handlers. */
export const accessOf = (handler: object): RouteAccess => accesses.get(handler) ?? {};

/**
 * Holds a route to its description: what it validates is what it declares.
 * @throws {Error} for a schema that the route does not declare.
 */
export function requireDeclared(
  c: ApiContext,
  part: 'body' | 'query',
  schema: GenericSchema,
): void {
  const operation = c.get('operation');
  const declared = operation?.[part];
  if (
    declared === undefined
      ? operation === undefined
      : mediasOf(declared).some((each) => each.schema === schema)
  ) {
    return;
  }
  throw new Error(`The route ${operation?.id} reads a ${part} that its description does not have.`);
}
