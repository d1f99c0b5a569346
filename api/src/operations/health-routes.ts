import { Hono } from 'hono';

import { isMigrated } from '../database/migrate.ts';
import { readGauges } from './gauges.ts';
import type { ApiEnv } from '../http/api-context.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Metrics } from '../http/requests/metrics.ts';
import { notReady } from '../http/problems.ts';

/** Liveness, readiness and metrics, for an operator's monitoring. */
export function healthRoutes(dependencies: Dependencies, metrics: Metrics): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const routes = new Hono<ApiEnv>();

  routes.get('/healthz', (c) => c.json({ status: 'up' }));

  routes.get('/readyz', async (c) => {
    const ready = queue.isRunning() && (await isMigrated(database).catch(() => false));
    if (!ready) throw notReady();
    return c.json({ status: 'ready' });
  });

  routes.get('/metrics', async (c) => c.text(metrics.render(await readGauges(dependencies))));

  return routes;
}
