import type { AuthorizationRequest } from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import { isUuid } from '../../../platform/http/bodies/validate.ts';
import {
  isServedOrigin,
  type ServedOrigins,
} from '../../../platform/http/origins/allowed-origins.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { malformed } from '../../../platform/http/problems.ts';
import { clientsOf, type OAuthClient } from '../clients/client-repository.ts';
import { isRegistered } from '../clients/redirect-uri.ts';

const unknownClient = () =>
  new Problem(404, 'This program is not registered here any more. Start again in the program.');

const foreignRedirect = () =>
  malformed('The program asks to be called back at an address that it did not register.');

const foreignResource = () =>
  malformed('The program did not say which workspace it wants to read. Check its address.');

/**
 * Returns the program of a request, whose address to go back to is one that it registered. Until that is certain,
 * nobody is sent anywhere.
 * @throws {Problem} 404 for an unknown program, 400 for another address.
 */
export async function clientOf(
  tx: Queryable,
  { client_id, redirect_uri }: AuthorizationRequest,
): Promise<OAuthClient> {
  const client = isUuid(client_id) ? await clientsOf(tx).find(client_id) : undefined;
  if (client === undefined) throw unknownClient();
  if (!isRegistered(redirect_uri, client.redirectUris)) throw foreignRedirect();
  return client;
}

/** Returns the workspace that a request is for, and the origin of this server in it. @throws {Problem} 400 */
export function resourceOf(
  { resource }: AuthorizationRequest,
  served: ServedOrigins,
): { workspaceId: string; issuer: string } {
  if (!URL.canParse(resource)) throw foreignResource();
  const { origin, pathname, search, hash } = new URL(resource);
  const [, workspaceId = ''] = /^\/mcp\/([^/]+)\/?$/.exec(pathname) ?? [];
  const isPlain = search === '' && hash === '';
  if (!isPlain || !isUuid(workspaceId) || !isServedOrigin(origin, served)) throw foreignResource();
  return { workspaceId: workspaceId.toLowerCase(), issuer: origin };
}

/** Returns where a person's browser goes back to: RFC 6749 (4.1.2) with the issuer of RFC 9207. */
export function redirectUrl(
  { redirect_uri, state }: AuthorizationRequest,
  issuer: string,
  outcome: { code: string } | { error: string },
): string {
  const url = new URL(redirect_uri);
  for (const [name, value] of Object.entries({ ...outcome, state, iss: issuer })) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}
