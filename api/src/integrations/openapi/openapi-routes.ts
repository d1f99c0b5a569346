import { Hono } from 'hono';

import type { ApiEnv } from '../../platform/http/api-context.ts';
import { describeRoute } from '../../platform/http/describe-route.ts';
import { media } from '../../platform/http/operation.ts';
import { createDocument } from './create-document.ts';
import type { RegisteredHandler } from './described-routes.ts';

/** The description of the API, for programs. It is the same for every caller, and made once. */
export function openapiRoutes(handlers: () => readonly RegisteredHandler[]): Hono<ApiEnv> {
  let document: string | undefined;
  const routes = new Hono<ApiEnv>();

  routes.get(
    '/openapi.json',
    describeRoute('getOpenApi', 'Get this document', {
      returns: media('application/json', 'The API in OpenAPI 3.1.'),
    }),
    (c) => {
      document ??= JSON.stringify(createDocument(handlers()));
      return c.body(document, 200, { 'Content-Type': 'application/json' });
    },
  );

  return routes;
}
