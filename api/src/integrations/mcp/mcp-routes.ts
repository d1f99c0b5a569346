import { Hono } from 'hono';
import * as v from 'valibot';

import type { ApiKeyScope } from '@carrel/shared/contract';

import { keyCallersOf, keyOf } from '../../platform/access/key-caller.ts';
import { withRights } from '../../platform/access/standing-rights.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../platform/http/api-context.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { lateSearches } from '../../platform/http/late-reads.ts';
import { ownOrigin } from '../../platform/http/origins/own-origin.ts';
import { Problem } from '../../platform/http/problem.ts';
import { keyInvalid, malformed, notFound } from '../../platform/http/problems.ts';
import { accessTokenOf, createGrantCaller } from '../../identity/oauth/grants/grant-caller.ts';
import type { McpCall } from './mcp-call.ts';
import type { HandleMessage } from './mcp-handler.ts';
import { workspaceDocumentsOf } from '../../content/workspaces/workspace-documents.ts';

/** Codes of JSON-RPC 2.0. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/**
 * The Model Context Protocol over streamable HTTP, for the documents of one workspace. Callers have an API key
 * or were connected by a person, and never have a session: a page in a browser has no business here.
 */
export function mcpRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, settings } = dependencies;
  const keys = keyCallersOf(dependencies);
  const requireGrant = createGrantCaller(dependencies);
  let handler: Promise<HandleMessage> | undefined;
  // Loading the protocol takes a quarter of a second, which the start of the server does not wait for.
  const loadHandler = () => {
    handler ??= import('./mcp-handler.ts').then((module) =>
      module.createMessageHandler(dependencies),
    );
    return handler;
  };
  const routes = new Hono<ApiEnv>();

  const readScopes = (c: ApiContext, workspaceId: string, isAgain: boolean) => {
    const token = accessTokenOf(c);
    if (token !== undefined) return requireGrant(c, token, workspaceId, isAgain);
    const secret = keyOf(c);
    if (secret === undefined) throw keyInvalid();
    return keys.readInWorkspace(c, secret, workspaceId, isAgain);
  };

  routes.all('/mcp/:workspace', lateSearches(database), (c) =>
    challenged(c, settings, () => {
      const workspaceId = readId(c, 'workspace', 'workspace');
      let scopes: readonly ApiKeyScope[] = [];
      const read = async (isAgain: boolean) => {
        scopes = await readScopes(c, workspaceId, isAgain);
      };
      return withRights(c, read, () =>
        respond(c, {
          organizationId: c.get('organization').id,
          workspaceId,
          callerId: c.get('key')?.id ?? '',
          reads: c.var.reads,
          rights: c.get('rights'),
          noteProblem: ({ busy }) => {
            if (busy !== undefined) c.set('busy', busy);
          },
          // They may be others once the body has arrived, and after the tool's work.
          scopes: () => scopes,
          signal: c.req.raw.signal,
          requestId: c.get('requestId'),
        }),
      );
    }),
  );

  async function respond(c: ApiContext, call: McpCall): Promise<Response> {
    if (c.req.method !== 'POST') {
      throw new Problem(405, 'Send messages with POST.', { headers: { Allow: 'POST' } });
    }
    const message = await readBody(c, v.unknown()).catch(toRefusal);
    if (message instanceof Problem) return unreadable(c, message);
    if (Array.isArray(message)) throw malformed('Send one message at a time, without a batch.');
    const { organizationId, workspaceId } = call;
    const documents = workspaceDocumentsOf(database, organizationId, workspaceId);
    const workspaceName = await documents.workspaceName();
    if (workspaceName === undefined) throw notFound('workspace');
    const handle = await loadHandler();
    const response = await handle(c.req.raw, message, { ...call, workspaceName });
    // With the headers that were set before.
    return c.newResponse(response.body, response);
  }

  return routes;
}

/** Returns a refusal of a body that cannot be read, and throws anything else. */
function toRefusal(error: unknown): Problem {
  if (error instanceof Problem && [400, 422].includes(error.status)) return error;
  throw error;
}

/** Responds with an error of JSON-RPC without an id, as the message that has it cannot be read. */
const unreadable = (c: ApiContext, { status, message }: Problem) => {
  const code = status === 422 ? INVALID_REQUEST : PARSE_ERROR;
  return c.json({ jsonrpc: '2.0', id: null, error: { code, message } }, 400);
};

/** Adds to a 401 where a client learns how to get a token: RFC 9728. */
async function challenged<T>(
  c: ApiContext,
  settings: Dependencies['settings'],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
    const metadata = `${ownOrigin(c, settings)}/.well-known/oauth-protected-resource${c.req.path}`;
    const isMissing = c.req.header('Authorization') === undefined;
    const reason = isMissing ? '' : 'error="invalid_token", ';
    throw new Problem(
      401,
      isMissing ? 'Send an API key or an access token as a bearer token.' : error.message,
      {
        headers: { 'WWW-Authenticate': `Bearer ${reason}resource_metadata="${metadata}"` },
      },
    );
  }
}
