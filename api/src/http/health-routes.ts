import { Hono } from 'hono';

import { isMigrated } from '../database/migrate.ts';
import type { ApiEnv } from './api-context.ts';
import type { Dependencies } from './dependencies.ts';
import type { Metrics } from './metrics.ts';
import { notReady } from './problems.ts';

/** What an operator's machinery asks: is the process up, may it get requests, how is it doing. */
export function healthRoutes({ database, queue }: Dependencies, metrics: Metrics): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>();

  routes.get('/healthz', (c) => c.json({ status: 'up' }));

  routes.get('/readyz', async (c) => {
    const ready = queue.isRunning() && (await isMigrated(database).catch(() => false));
    if (!ready) throw notReady();
    return c.json({ status: 'ready' });
  });

  routes.get('/metrics', async (c) => {
    const gauges: Record<string, number> = {};
    for (const [name, counts] of Object.entries(await queue.counts())) {
      for (const [state, count] of Object.entries(counts)) {
        gauges[`carrel_jobs{queue="${name}",state="${state}"}`] = count;
      }
    }
    const [mail] = await database.query<{ waiting: number; failed: number }>(
      `SELECT count(*) FILTER (WHERE failed_at IS NULL) AS waiting,
         count(*) FILTER (WHERE failed_at IS NOT NULL) AS failed
       FROM outbox WHERE sent_at IS NULL`,
    );
    gauges['carrel_mails{state="waiting"}'] = mail?.waiting ?? 0;
    gauges['carrel_mails{state="failed"}'] = mail?.failed ?? 0;
    return c.text(metrics.render(gauges));
  });

  return routes;
}
