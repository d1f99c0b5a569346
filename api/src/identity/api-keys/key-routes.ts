import {
  API_KEYS_MAX,
  apiKeyListSchema,
  createApiKeyInputSchema,
  createdApiKeySchema,
  rotationInputSchema,
  type RoleName,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { auditOf } from '../../platform/access/audit.ts';
import { allow, inOrganizationOfPath } from '../../platform/access/authenticate.ts';
import { requireReauthentication } from '../../platform/access/reauthentication/require-reauthentication.ts';
import { keepResponse } from '../../platform/access/idempotency/repeatable.ts';
import { newKey } from '../../platform/access/keys/key-token.ts';
import { sha256 } from '../../platform/access/session-tokens.ts';
import { isReachable } from '../../platform/database/reach.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import {
  conflict,
  forbidden,
  invalid,
  notFound,
  roleNeeded,
} from '../../platform/http/problems.ts';
import { keysOf } from './key-repository.ts';

const ALL = '/organizations/:id/api-keys';
const ONE = '/organizations/:id/api-keys/:keyId';

const tooMany = () =>
  conflict(`An organization has at most ${API_KEYS_MAX} API keys. Revoke one that is not needed.`);

/** The scope of keys that make members. */
const PROVISIONING = 'scim';

const limitedProvisioning = () =>
  invalid([
    {
      path: 'scopes',
      message: 'A key that provisions members is for the whole organization',
    },
  ]);

/** Refuses keys that make members to callers who could not make them Admins. */
function checkScopes(role: RoleName, scopes: readonly string[], verb: string): void {
  if (!scopes.includes(PROVISIONING) || role === 'Owner') return;
  throw roleNeeded('Owner', `${verb} API keys that provision members`);
}

/** What is stored of a key itself. */
const secretOf = (key: string) => ({ hash: sha256(key), lastFour: key.slice(-4) });

/** The API keys of the organization in the path, for Owners and Admins. A key is shown once. */
export function keyRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const routes = new Hono<ApiEnv>();
  const member = inOrganizationOfPath(dependencies);

  routes.get(
    ALL,
    member,
    allow('Admin', 'see API keys'),
    describeRoute('listApiKeys', 'List the API keys', { returns: apiKeyListSchema }),
    async (c) => {
      const { id } = c.get('organization');
      return c.json({ keys: await database.read(id, (tx) => keysOf(tx, id).list()) });
    },
  );

  routes.post(
    ALL,
    member,
    allow('Admin', 'create API keys'),
    describeRoute('createApiKey', 'Create an API key', {
      body: createApiKeyInputSchema,
      returns: createdApiKeySchema,
      status: 201,
      errors: [409],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const { expires_in_days: days, ...input } = await readBody(c, createApiKeyInputSchema);
      const isLimited = [input.dataset_ids, input.workspace_ids].some(Array.isArray);
      if (isLimited && input.scopes.includes(PROVISIONING)) throw limitedProvisioning();
      const key = newKey();
      const id = await c.var.tenant(async (tx, role, session) => {
        checkScopes(role, input.scopes, 'create');
        requireReauthentication(session, 'createApiKey');
        const keys = keysOf(tx, organizationId);
        const missing = await keys.missing(input);
        if (missing !== undefined) {
          throw invalid([{ path: `${missing}_ids`, message: `This ${missing} was not found` }]);
        }
        if ((await keys.count()) >= API_KEYS_MAX) throw tooMany();
        const createdBy = c.get('account').id;
        const created = await keys.create({ ...input, ...secretOf(key), createdBy }, days);
        await auditOf(c, tx, 'api_key.created', ['api_key', created]);
        await keepResponse(c, tx, null);
        return created;
      });
      return c.json({ id, key }, 201);
    },
  );

  routes.post(
    `${ONE}/rotate`,
    member,
    allow('Admin', 'rotate API keys'),
    describeRoute('rotateApiKey', 'Replace an API key', {
      body: rotationInputSchema,
      returns: createdApiKeySchema,
      status: 201,
      errors: [409],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const keyId = readId(c, 'keyId', 'API key');
      const { overlap_hours: hours } = await readBody(c, rotationInputSchema);
      const key = newKey();
      const id = await c.var.tenant(async (tx, role, session) => {
        const keys = keysOf(tx, organizationId);
        checkScopes(role, await keys.scopesOf(keyId), 'rotate');
        requireReauthentication(session, 'rotateApiKey');
        if (!(await keys.placesOf(keyId)).every(isReachable)) {
          throw forbidden('Take access to what this API key is for first.');
        }
        if ((await keys.count()) >= API_KEYS_MAX) throw tooMany();
        const secret = { ...secretOf(key), createdBy: c.get('account').id };
        const created = await keys.rotate(keyId, secret, hours);
        if (created === undefined) throw notFound('API key');
        await auditOf(c, tx, 'api_key.rotated', ['api_key', keyId]);
        await keepResponse(c, tx, null);
        return created;
      });
      return c.json({ id, key }, 201);
    },
  );

  routes.delete(
    ONE,
    member,
    allow('Admin', 'revoke API keys'),
    describeRoute('revokeApiKey', 'Revoke an API key'),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const keyId = readId(c, 'keyId', 'API key');
      await c.var.tenant(async (tx) => {
        if (!(await keysOf(tx, organizationId).revoke(keyId))) throw notFound('API key');
        await auditOf(c, tx, 'api_key.revoked', ['api_key', keyId]);
      });
      return c.body(null, 204);
    },
  );

  return routes;
}
