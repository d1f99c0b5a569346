import { createHash } from 'node:crypto';

import { expect } from 'vitest';

import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '../server-fixture.ts';
import { fetchOf, mcpUrl } from './mcp-client.ts';
import { decide, REDIRECT_URI } from './oauth-program.ts';

export const ORIGIN = 'http://localhost:3000';
const VERIFIER = 'v'.repeat(43);
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

/** What a program gets for a code. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
}

type Fields = Record<string, string>;

/** A server with a workspace and a registered program, and what that program sends. */
export interface OAuthFixture {
  server: ServerFixture;
  owner: Member;
  organizationId: string;
  workspaceId: string;
  clientId: string;
  newWorkspace(): Promise<string>;
  register(metadata: unknown, headers?: Fields): Promise<Response>;
  newClient(): Promise<string>;
  /** What the program asks a person for. */
  requestOf(more?: Fields): Fields;
  /** Lets the owner connect the program, and returns its code. */
  newCode(): Promise<string>;
  form(path: string, fields: Fields | string): Promise<Response>;
  exchange(code: string, more?: Fields): Promise<Response>;
  refresh(token: string, more?: Fields): Promise<Response>;
  /** The status of a message with a token. */
  use(accessToken: string): Promise<number>;
  /** Why the last grant was revoked. */
  lastReason(): Promise<string | undefined>;
}

let network = 0;

/** Each request comes from a network of its own. */
export const elsewhere = () => {
  network += 1;
  return { 'X-Forwarded-For': `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}` };
};

export async function createOAuthFixture(): Promise<OAuthFixture> {
  const server = await createServerFixture();
  const owner = await server.person();
  const organizationId = await server.organization(owner);
  const call = fetchOf(server);

  const newWorkspace = async () => {
    const json = { name: 'Reading room' };
    const created = await owner.call('POST', '/workspaces', { organizationId, json });
    return (await readJson<{ id: string }>(created)).id;
  };
  const register = (metadata: unknown, headers: Fields = elsewhere()) =>
    call(`${ORIGIN}/oauth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(metadata),
    });
  const newClient = async () => {
    const metadata = { client_name: 'Assistant', redirect_uris: [REDIRECT_URI] };
    return (await readJson<{ client_id: string }>(await register(metadata))).client_id;
  };
  const form = (path: string, fields: Fields | string) =>
    call(ORIGIN + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...elsewhere() },
      body: new URLSearchParams(fields).toString(),
    });
  const workspaceId = await newWorkspace();
  const clientId = await newClient();
  const requestOf = (more: Fields = {}) => ({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    resource: mcpUrl(workspaceId),
    ...more,
  });

  return {
    server,
    owner,
    organizationId,
    workspaceId,
    clientId,
    newWorkspace,
    register,
    newClient,
    requestOf,
    form,
    newCode: async () => (await decide(owner, requestOf())).searchParams.get('code') ?? '',
    exchange: (code, more = {}) =>
      form('/oauth/token', {
        grant_type: 'authorization_code',
        client_id: clientId,
        redirect_uri: REDIRECT_URI,
        code_verifier: VERIFIER,
        code,
        ...more,
      }),
    refresh: (token, more = {}) =>
      form('/oauth/token', {
        grant_type: 'refresh_token',
        client_id: clientId,
        refresh_token: token,
        ...more,
      }),
    use: async (accessToken) => {
      const { status } = await call(mcpUrl(workspaceId), {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          Authorization: `Bearer ${accessToken}`,
          ...elsewhere(),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
      return status;
    },
    lastReason: async () => {
      const [record] = await server.database.query<{ reason: string }>(
        `SELECT details->>'reason' AS reason FROM audit_records
         WHERE action = 'oauth.revoked' ORDER BY id DESC LIMIT 1`,
      );
      return record?.reason;
    },
  };
}

/** The tokens of a response that has them. */
export async function tokensOf(response: Promise<Response>): Promise<Tokens> {
  const answer = await response;
  expect(answer.status).toBe(200);
  return readJson<Tokens>(answer);
}

/** The status and the error of a response, as programs read it. */
export async function errorOf(response: Promise<Response>): Promise<unknown[]> {
  const answer = await response;
  const { error } = await readJson<{ error?: string }>(answer);
  return [answer.status, error];
}

export const INVALID_GRANT = [400, 'invalid_grant'];
