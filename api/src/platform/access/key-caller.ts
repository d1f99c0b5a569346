import { API_KEY_PREFIX, type ApiKeyScope, type RoleName } from '@carrel/shared/contract';

import type { Dependencies } from '../dependencies.ts';
import type { ApiContext, KeyPlaces } from '../http/api-context.ts';
import { limitOf } from '../http/limits/limits-table.ts';
import { allowanceHeaders, RateLimits } from '../http/limits/rate-limit.ts';
import { clientAddress, clientNetwork } from '../http/origins/client-address.ts';
import { EVERYTHING, limitReach } from '../database/reach.ts';
import { forbidden, keyInvalid, keyLacksScope, malformed, notFound } from '../http/problems.ts';
import { recordAudit } from './audit.ts';
import { asKey } from './caller-transactions.ts';
import { confirmed, withRights } from './standing-rights.ts';
import { findKey, recordUse, type KeyRights, type UsableKey } from './keys/find-key.ts';
import { isKey } from './keys/key-token.ts';

/** What a key with a scope may do, as the role that may do the same. */
const ROLE_OF = {
  search: 'Viewer',
  'documents:read': 'Viewer',
  'documents:write': 'Editor',
  scim: 'Admin',
} as const satisfies Record<ApiKeyScope, RoleName>;

const BEARER = /^Bearer +(\S+)$/i;
/** The places of a path below /api/v1. */
const PLACE = /^\/api\/v1\/(datasets|workspaces)\/([^/]+)/;

/**
 * Returns the API key of a request, where it has one.
 * @throws {Problem} 400 for a key in the URL, where it ends up in logs.
 */
export function keyOf(c: ApiContext): string | undefined {
  if (Object.values(c.req.query()).some((value) => value.startsWith(API_KEY_PREFIX))) {
    throw malformed('Send the API key in the Authorization header, not in the address.');
  }
  const [, token] = BEARER.exec(c.req.header('Authorization') ?? '') ?? [];
  return token?.startsWith(API_KEY_PREFIX) === true ? token : undefined;
}

const callers = new WeakMap<Dependencies['database'], KeyCallers>();

/** Returns the one reader of keys of a server. */
export function keyCallersOf(dependencies: Pick<Dependencies, 'database'>): KeyCallers {
  const known = callers.get(dependencies.database) ?? new KeyCallers(dependencies);
  callers.set(dependencies.database, known);
  return known;
}

/** Reads callers that are API keys. */
class KeyCallers {
  readonly #database: Dependencies['database'];
  readonly #limits: RateLimits;

  constructor({ database }: Pick<Dependencies, 'database'>) {
    this.#database = database;
    this.#limits = new RateLimits(database);
  }

  /**
   * Runs the rest of a request of a key that can be used for `scope`, and sets `key`, `organization` and `tenant`.
   * @param scope Undefined for a route that is not open to keys.
   * @throws {Problem} 401 for an invalid key, 403 without the scope, 404 for a place that the key is not for.
   */
  async require<Result extends Response | undefined>(
    c: ApiContext,
    secret: string,
    scope: ApiKeyScope | undefined,
    rest: () => Promise<Result>,
  ): Promise<Result> {
    const [, kind, id] = PLACE.exec(c.req.path) ?? [];
    const check = ({ scopes, ...places }: KeyRights) => {
      if (scope === undefined) throw forbidden('This call cannot be made with an API key.');
      if (!scopes.includes(scope)) throw keyLacksScope(scope);
      if (id !== undefined) checkPlace(places, kind === 'datasets' ? 'dataset' : 'workspace', id);
    };
    const role = scope === undefined ? 'Viewer' : ROLE_OF[scope];
    return withRights(c, (isAgain) => this.#read(c, secret, { role, check, isAgain }), rest);
  }

  /**
   * Reads a key of a workspace, whatever it may do there as a Viewer, and returns its scopes. Sets the same.
   * @param isAgain Whether this was called for the request before.
   * @throws {Problem} 401 for an invalid key, 404 for a workspace that the key is not for.
   */
  async readInWorkspace(
    c: ApiContext,
    secret: string,
    workspaceId: string,
    isAgain: boolean,
  ): Promise<readonly ApiKeyScope[]> {
    const check = ({ scopes, ...places }: KeyRights) => {
      if (scopes.every((scope) => scope === 'scim')) throw keyLacksScope('search');
      checkPlace(places, 'workspace', workspaceId);
    };
    return this.#read(c, secret, { role: 'Viewer', check, isAgain });
  }

  async #read(
    c: ApiContext,
    secret: string,
    use: { role: RoleName; check: (rights: KeyRights) => void; isAgain: boolean },
  ): Promise<readonly ApiKeyScope[]> {
    const key = await this.#find(c, secret, use.isAgain);
    use.check(key);
    const { id, organizationId, name, datasetIds, workspaceIds, unreachable } = key;
    limitReach({ ...EVERYTHING, unreachable });
    c.set('key', { id, name, places: { datasetIds, workspaceIds } });
    c.set('organization', { id: organizationId, role: use.role });
    c.set('tenant', (work, before) =>
      confirmed(c, work, (ending) =>
        asKey(this.#database, key, use.role, use.check, ending, before),
      ),
    );
    if (!key.isRecorded) await this.#record(c, key, clientNetwork(clientAddress(c)));
    return key.scopes;
  }

  async #find(c: ApiContext, secret: string, isAgain: boolean): Promise<UsableKey> {
    const network = clientNetwork(clientAddress(c));
    const key = isKey(secret) ? await findKey(this.#database, secret, network) : undefined;
    if (key === undefined) {
      if (!isAgain) await this.#limits.take(limitOf('wrong-key', network));
      throw keyInvalid();
    }
    if (isAgain) return key;
    const allowance = await this.#limits.takeOne(limitOf('key', key.id));
    for (const [header, value] of allowanceHeaders(allowance)) c.header(header, value);
    const header = c.req.header('X-Organization-Id');
    if (header !== undefined && header.toLowerCase() !== key.organizationId) {
      throw notFound('organization');
    }
    return key;
  }

  async #record(c: ApiContext, key: UsableKey, network: string): Promise<void> {
    const { isNewNetwork } = await recordUse(this.#database, key, network);
    if (!isNewNetwork) return;
    await this.#database.tenant(key.organizationId, (tx) =>
      recordAudit(tx, {
        action: 'api_key.used',
        object: ['api_key', key.id],
        organizationId: key.organizationId,
        ip: clientAddress(c),
      }),
    );
  }
}

/** A dataset or workspace that the key is not for is as absent as one of another organization. */
function checkPlace(
  { datasetIds, workspaceIds }: KeyPlaces,
  kind: 'dataset' | 'workspace',
  id: string,
): void {
  const allowed = kind === 'dataset' ? datasetIds : workspaceIds;
  if (allowed !== null && !allowed.includes(id.toLowerCase())) throw notFound(kind);
}
