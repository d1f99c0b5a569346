import { timingSafeEqual } from 'node:crypto';

import { Hono } from 'hono';
import type { Context } from 'hono';

import type { Queryable } from '../../platform/database/database.ts';
import { isMigrated } from '../../platform/database/migrations/migrate.ts';
import { MigrationMismatch } from '../../platform/database/migrations/migration-mismatch.ts';
import { readGauges } from './gauges.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { Metrics } from '../../platform/http/metrics/metrics.ts';
import { Problem } from '../../platform/http/problem.ts';
import { notReady } from '../../platform/http/problems.ts';
import { sha256 } from '../../platform/access/session-tokens.ts';

/** Liveness, readiness and metrics, for an operator's monitoring, on any host name. */
export function healthRoutes(dependencies: Dependencies, metrics: Metrics): Hono<ApiEnv> {
  const { database, queue, settings } = dependencies;
  const routes = new Hono<ApiEnv>();

  routes.get('/healthz', (c) => c.json({ status: 'up' }));

  routes.get('/readyz', async (c) => {
    const ready = queue.isRunning() && (await isCurrent(database));
    if (!ready) throw notReady();
    return c.json({ status: 'ready' });
  });

  routes.get('/metrics', async (c) => {
    requireToken(c, settings.metricsToken);
    return c.text(metrics.render(await readGauges(dependencies)));
  });

  return routes;
}

async function isCurrent(database: Queryable): Promise<boolean> {
  try {
    return await isMigrated(database);
  } catch (error) {
    // The upgrade to a later version is finished: this one cannot go on.
    if (error instanceof MigrationMismatch) return false;
    throw error;
  }
}

/** @throws {Problem} 401 if a token is set and the request does not have it. */
function requireToken(c: Context, token: string | undefined): void {
  if (token === undefined) return;
  const sent = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? '';
  if (timingSafeEqual(sha256(sent), sha256(token))) return;
  c.header('WWW-Authenticate', 'Bearer');
  throw new Problem(401, 'The metrics need the bearer token of the setting METRICS_TOKEN.');
}
