import { Hono } from 'hono';
import type { MiddlewareHandler } from 'hono';

import type { ApiContext, ApiEnv } from '../../platform/http/api-context.ts';
import { forbidden, notFound } from '../../platform/http/problems.ts';
import { listResponse, PAGE_MAX } from './messages/read-list.ts';
import { sendScim } from './scim-response.ts';
import { resourceTypesAt, schemasAt } from './schemas.ts';

/** What this server supports: RFC 7643 (5). */
const configAt = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: PAGE_MAX },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'An API key of the organization with the scope scim, as a bearer token.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

/** What a client reads before it sends anything. `base` is the address of all resources. */
export function discoveryRoutes(byDirectory: MiddlewareHandler<ApiEnv>, base: string) {
  const routes = new Hono<ApiEnv>();

  routes.get('/ServiceProviderConfig', byDirectory, (c) => sendScim(c, configAt(base)));
  routes.get('/ResourceTypes', byDirectory, (c) => sendAll(c, resourceTypesAt(base)));
  routes.get('/ResourceTypes/:id', byDirectory, (c) =>
    sendOne(c, resourceTypesAt(base), 'resource type'),
  );
  routes.get('/Schemas', byDirectory, (c) => sendAll(c, schemasAt(base)));
  routes.get('/Schemas/:id', byDirectory, (c) => sendOne(c, schemasAt(base), 'schema'));

  return routes;
}

function sendAll(c: ApiContext, resources: readonly object[]): Response {
  // RFC 7644 (4): a filter would be ignored.
  if (c.req.query('filter') !== undefined) throw forbidden('These cannot be filtered.');
  return sendScim(c, listResponse(resources.length, 0, resources));
}

function sendOne(c: ApiContext, resources: readonly { id: string }[], what: string): Response {
  const id = c.req.param('id')?.toLowerCase();
  const found = resources.find((resource) => resource.id.toLowerCase() === id);
  if (found === undefined) throw notFound(what);
  return sendScim(c, found);
}
