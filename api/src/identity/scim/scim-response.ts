import type { ContentfulStatusCode } from 'hono/utils/http-status';

import type { ApiContext } from '../../platform/http/api-context.ts';
import { Problem } from '../../platform/http/problem.ts';

export const SCIM_JSON = 'application/scim+json';

/** When and in which version a resource was changed last (RFC 7643, 3.1). */
export interface Meta {
  resourceType: string;
  created: string;
  lastModified: string;
  location: string;
  version: string;
}

/** A resource as it is sent. */
export type Resource = Record<string, unknown> & { id: string; meta: Meta };

/** Responds with a message of SCIM. */
export function sendScim(c: ApiContext, body: object, status: ContentfulStatusCode = 200) {
  c.header('Content-Type', SCIM_JSON);
  return c.body(JSON.stringify(body), status);
}

/** Responds with a resource, its version and its address; 304 if the client has read this version. */
export function sendResource(
  c: ApiContext,
  { meta: { version, location } }: Resource,
  shown: object,
  status: 200 | 201 = 200,
): Response {
  c.header('ETag', version);
  c.header('Location', location);
  const isKnown = c.req.method === 'GET' && isListed(c.req.header('If-None-Match'), version);
  return isKnown ? c.body(null, 304) : sendScim(c, shown, status);
}

/** Returns the version of a resource that was changed this many times. */
export const versionOf = (changes: number): string => `W/"${changes}"`;

/**
 * Requires that a resource has a version that the client has seen, where the request has If-Match.
 * @throws {Problem} 412
 */
export function requireVersion(c: ApiContext, changes: number): void {
  const header = c.req.header('If-Match');
  const version = versionOf(changes);
  if (header === undefined || isListed(header, version)) return;
  throw new Problem(412, 'It was changed meanwhile. Read it again before changing it.', {
    headers: { ETag: version },
  });
}

/** Clients send the tag with and without its mark of weakness. */
const opaque = (tag: string) => tag.trim().replace(/^W\//, '');

const isListed = (header: string | undefined, version: string) =>
  header?.trim() === '*' ||
  header?.split(',').some((each) => opaque(each) === opaque(version)) === true;
