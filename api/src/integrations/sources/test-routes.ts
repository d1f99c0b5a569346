import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { testedSourceSchema, testSourceInputSchema } from '@carrel/shared/contract/sources';
import { Hono } from 'hono';

import { allow, allowManagers, inOrganization } from '../../platform/access/authenticate.ts';
import { createWorkerPool } from '../../extraction/workers/worker-pool.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { describeRoute } from '../../platform/http/describe-route.ts';
import { byAccount, limit } from '../../platform/http/limits/limit.ts';
import { invalid, notFound, serviceFailed } from '../../platform/http/problems.ts';
import { loadKind } from './kinds-table.ts';
import { requireOffered } from './offered-kinds.ts';
import { createConnections } from './runs/connections.ts';
import { createCredentials } from './runs/credentials.ts';
import { SourceError } from './source-error.ts';
import { sourcesOf } from './source-repository.ts';
import { requireDataset, sourceIdsOf } from './source-routes.ts';

/** Objects that are shown. */
const SHOWN_MAX = 10;
/** Time of a test, which a person waits for. */
const TEST_MILLISECONDS = 20_000;

/** Tries a source before it is added, or changed. */
export function sourceTestRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, settings } = dependencies;
  const stored = createCredentials(database, settings);
  const workers = createWorkerPool({
    size: 1,
    idleMilliseconds: 30_000,
    heapMegabytes: 512,
    memoryMegabytes: 1024,
    isAwaited: true,
    yields: true,
  });
  const routes = new Hono<ApiEnv>();

  routes.post(
    '/datasets/:id/sources/test',
    inOrganization(dependencies),
    allow('Editor', 'test sources'),
    allowManagers(),
    limit(database, 'source-test', byAccount),
    describeRoute('testSource', 'List the first objects of a source that is not added yet', {
      body: testSourceInputSchema,
      returns: testedSourceSchema,
      errors: [502],
    }),
    async (c) => {
      const { organizationId, datasetId } = sourceIdsOf(c);
      const { place, secret, source_id: sourceId } = await readBody(c, testSourceInputSchema);
      const source = await database.read(organizationId, async (tx) => {
        await requireDataset(tx, organizationId, datasetId);
        return sourceId === undefined
          ? undefined
          : sourcesOf(tx, organizationId, datasetId).find(sourceId);
      });
      if (sourceId !== undefined && source === undefined) throw notFound('source');
      requireOffered(settings, organizationId, place);
      const kind = await loadKind(place.kind);
      if (source !== undefined && secret === undefined && source.has_secret) {
        if (kind.secretGoesTo(place) !== kind.secretGoesTo(source.place)) {
          throw invalid([
            { path: 'secret', message: 'This is another host. Enter its password or token.' },
          ]);
        }
      }
      const folder = join(settings.dataDirectory, 'sources', randomUUID());
      const connections = createConnections(dependencies, workers, folder, async (run, http) =>
        sourceId === undefined || secret !== undefined
          ? { ...(await stored(run, http)), secret: secret ?? undefined }
          : stored(run, http),
      );
      const runId = randomUUID();
      const run = {
        organizationId,
        sourceId: sourceId ?? runId,
        runId,
        source: { kind: place.kind, place, filter: { include: [], exclude: [], sizeMax: null } },
      };
      try {
        const page = await withDeadline(async () => {
          const { connection } = await connections.open(run);
          return connection.list({ cursor: undefined, since: undefined });
        });
        return c.json({
          objects: page.objects
            .slice(0, SHOWN_MAX)
            .map(({ path, size }) => ({ path: path.toWellFormed(), size: size ?? null })),
          is_more: page.objects.length > SHOWN_MAX || page.next !== undefined,
        });
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        throw serviceFailed(error.message);
      } finally {
        await connections.closeAll();
        await rm(folder, { recursive: true, force: true });
      }
    },
  );

  return routes;
}

async function withDeadline<T>(work: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new SourceError('timeout')), TEST_MILLISECONDS);
  try {
    return await Promise.race([work(), promise]);
  } finally {
    clearTimeout(timer);
  }
}
