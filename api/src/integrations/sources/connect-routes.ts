import { createHash, randomBytes } from 'node:crypto';

import {
  connectSourceSchema,
  finishConnectionInputSchema,
  isOAuthKind,
  type OAuthKindName,
} from '@carrel/shared/contract/sources';
import { consolePaths } from '@carrel/shared/paths';
import { Hono } from 'hono';
import * as v from 'valibot';

import { auditOf } from '../../platform/access/audit.ts';
import { allow, allowManagers, inOrganization } from '../../platform/access/authenticate.ts';
import { encryptionOf } from '../../platform/access/secrets/encryption.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId, readQuery } from '../../platform/http/bodies/validate.ts';
import { describeRoute } from '../../platform/http/describe-route.ts';
import { byAccount, limit } from '../../platform/http/limits/limit.ts';
import { conflict, malformed, notFound, serviceFailed } from '../../platform/http/problems.ts';
import { createAddressPolicy } from '../../platform/outgoing/address-policy.ts';
import { createSourceHttp } from './http/source-http.ts';
import { authorizeUrl, exchangeCode, type OAuthTokens } from './oauth/oauth-flow.ts';
import { OAUTH_PROVIDERS } from './oauth/providers.ts';
import { startRun } from './runs/start-run.ts';
import { sealTokens } from './runs/token-store.ts';
import { SourceError } from './source-error.ts';
import { sourcesOf } from './source-repository.ts';
import { lockSource, requireDataset, sourceIdsOf } from './source-routes.ts';

const CALLBACK = '/sources/callback';
const CONNECT = '/datasets/:id/sources/:sourceId/connect';
/** Time in which a person has to come back. */
const MINUTES = 15;
const EXCHANGE_MILLISECONDS = 20_000;

const hashOf = (text: string) => createHash('sha256').update(text).digest();
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** The dataset and the source, and what nobody can guess. */
const STATE = new RegExp(`^(${UUID})\\.(${UUID})\\.[A-Za-z0-9_-]{43}$`);

const callbackQuerySchema = v.object({
  state: v.pipe(v.string(), v.metadata({ pattern: STATE.source })),
  code: v.optional(v.pipe(v.string(), v.maxLength(4096))),
  error: v.optional(v.pipe(v.string(), v.maxLength(200))),
});

/** How a person connects a source by signing in at its provider. */
export function connectRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue, settings } = dependencies;
  const encryption = encryptionOf(database, settings);
  const redirectUri = `${settings.publicUrl}/api/v1${CALLBACK}`;
  const member = inOrganization(dependencies);
  const routes = new Hono<ApiEnv>();

  routes.post(
    CONNECT,
    member,
    allow('Editor', 'connect sources'),
    allowManagers(),
    limit(database, 'source-test', byAccount),
    describeRoute('connectSource', 'Begin to connect a source by signing in', {
      returns: connectSourceSchema,
      errors: [409],
    }),
    async (c) => {
      const { organizationId, datasetId } = sourceIdsOf(c);
      const sourceId = readId(c, 'sourceId', 'source');
      await database.read(organizationId, async (tx) => {
        await requireDataset(tx, organizationId, datasetId);
        const found = await sourcesOf(tx, organizationId, datasetId).find(sourceId);
        if (found === undefined) throw notFound('source');
      });
      const state = `${datasetId}.${sourceId}.${randomBytes(32).toString('base64url')}`;
      const verifier = randomBytes(32).toString('base64url');
      const sealed = await encryption.encrypt(verifier, `source connection ${state}`);
      const kind = await c.var.tenant(async (tx) => {
        await requireDataset(tx, organizationId, datasetId);
        const source = await sourcesOf(tx, organizationId, datasetId).lock(sourceId);
        if (source === undefined) throw notFound('source');
        await tx.query(
          'DELETE FROM source_connections WHERE organization_id = $1 AND source_id = $2',
          [organizationId, sourceId],
        );
        await tx.query(
          `INSERT INTO source_connections (organization_id, state_hash, source_id, dataset_id, account_id, verifier, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(mins => $7))`,
          [
            organizationId,
            hashOf(state),
            sourceId,
            datasetId,
            c.get('account').id,
            sealed,
            MINUTES,
          ],
        );
        return source.kind;
      });
      const url = authorizeUrl(OAUTH_PROVIDERS[oauthKind(kind)], {
        clientId: clientOf(settings, oauthKind(kind)).clientId,
        redirectUri,
        state,
        challenge: hashOf(verifier).toString('base64url'),
      });
      return c.json({ url });
    },
  );

  // The provider sends the person here, with the code; the screen of the sources hands it in as the person.
  routes.get(
    CALLBACK,
    describeRoute('returnToSource', 'Return from the provider of a source', {
      query: callbackQuerySchema,
      status: 302,
    }),
    (c) => {
      const { state, code, error } = readQuery(c, callbackQuerySchema);
      const [, datasetId, sourceId] = STATE.exec(state) ?? [];
      if (datasetId === undefined || sourceId === undefined) {
        throw malformed('The request is not one that a provider makes.');
      }
      const query = new URLSearchParams({ connect: sourceId });
      if (code === undefined) query.set('connect_error', error ?? 'failed');
      else {
        query.set('code', code);
        query.set('state', state);
      }
      return c.redirect(
        `${settings.publicUrl}${consolePaths.datasetSources(datasetId)}?${query.toString()}`,
      );
    },
  );

  routes.post(
    `${CONNECT}/finish`,
    member,
    allow('Editor', 'connect sources'),
    allowManagers(),
    limit(database, 'source-test', byAccount),
    describeRoute('finishConnection', 'Connect a source with the code of its provider', {
      body: finishConnectionInputSchema,
      errors: [409, 502],
    }),
    async (c) => {
      const { organizationId, datasetId } = sourceIdsOf(c);
      const sourceId = readId(c, 'sourceId', 'source');
      const { code, state } = await readBody(c, finishConnectionInputSchema);
      const begun = await c.var.tenant(async (tx) => {
        await requireDataset(tx, organizationId, datasetId);
        const source = await sourcesOf(tx, organizationId, datasetId).lock(sourceId);
        if (source === undefined) throw notFound('source');
        const [row] = await tx.query<{ verifier: Uint8Array }>(
          `DELETE FROM source_connections
           WHERE organization_id = $1 AND state_hash = $2 AND source_id = $3 AND account_id = $4 AND expires_at > now()
           RETURNING verifier`,
          [organizationId, hashOf(state), sourceId, c.get('account').id],
        );
        return row === undefined
          ? undefined
          : { kind: oauthKind(source.kind), verifier: row.verifier };
      });
      if (begun === undefined)
        throw conflict('Too much time has passed. Connect the source again.');
      const verifier = await encryption.decrypt(begun.verifier, `source connection ${state}`);
      const client = clientOf(settings, begun.kind);
      const tokens = await withHttp(settings.sourceNetworks, (http) =>
        exchangeCode(
          OAUTH_PROVIDERS[begun.kind],
          client,
          { code, verifier, redirectUri },
          {
            http,
            now: () => new Date(),
          },
        ),
      );
      const sealed = await sealTokens(encryption, sourceId, tokens);
      await c.var.tenant(async (tx) => {
        await lockSource(tx, { organizationId, datasetId }, sourceId);
        await tx.query(
          'UPDATE sources SET tokens = $3, account = $4 WHERE organization_id = $1 AND id = $2',
          [organizationId, sourceId, sealed, tokens.account],
        );
        await auditOf(c, tx, 'source.connected', ['source', sourceId], { datasetId });
        await startRun(tx, queue, { organizationId, sourceId, startedBy: 'first' });
      });
      return c.body(null, 204);
    },
  );

  return routes;
}

/** @throws {Problem} 409 */
function oauthKind(kind: string): OAuthKindName {
  if (isOAuthKind(kind as OAuthKindName)) return kind as OAuthKindName;
  throw conflict('This source is not connected by signing in.');
}

/** @throws {Problem} 409 */
function clientOf({ sourceClients }: Dependencies['settings'], kind: OAuthKindName) {
  const client = sourceClients[kind];
  if (client === undefined) {
    throw conflict('Signing in there is not set up on this server. Ask its operator.');
  }
  return client;
}

/** @throws {Problem} 502 */
async function withHttp(
  privateNetworks: readonly string[],
  exchange: (http: ReturnType<typeof createSourceHttp>) => Promise<OAuthTokens>,
): Promise<OAuthTokens> {
  const http = createSourceHttp({
    policy: createAddressPolicy({ privateNetworks }),
    signal: AbortSignal.timeout(EXCHANGE_MILLISECONDS),
  });
  try {
    return await exchange(http);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw serviceFailed(error.message);
  } finally {
    http.close();
  }
}
