import { telemetryBatchSchema } from '@carrel/shared/contract';
import type { TelemetryEvent } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { Metrics } from '../../platform/http/metrics/metrics.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { byNetwork, limit } from '../../platform/http/limits/limit.ts';
import { createConsoleCounters } from './console-counters.ts';

const MAX_BYTES = 32 * 1024;

/**
 * Receives telemetry of open consoles: failures are logged, and every event is counted in the metrics.
 * The route is public, as the sign-in page is, so size, number and rate are limited.
 */
export function telemetryRoutes({ database, log }: Dependencies, metrics: Metrics): Hono<ApiEnv> {
  const counters = createConsoleCounters(metrics);
  const routes = new Hono<ApiEnv>();

  routes.post(
    '/telemetry',
    limit(database, 'telemetry', byNetwork),
    describeRoute('reportTelemetry', 'Report failures and times of the console', {
      body: telemetryBatchSchema,
    }),
    async (c) => {
      const network = byNetwork(c);
      const { version, events, dropped } = await readBody(c, telemetryBatchSchema, {
        maxBytes: MAX_BYTES,
      });
      for (const event of events) {
        counters.count(event, network);
        if (event.kind !== 'remote-loaded' && event.kind !== 'vital') {
          log.warn('console', {
            console_version: version,
            request_id: c.get('requestId'),
            ...fieldsOf(event),
          });
        }
      }
      counters.countDropped(dropped);
      return c.body(null, 204);
    },
  );

  return routes;
}

/** The fields of an event for the log, whose records are flat and have a `message` of their own. */
function fieldsOf(event: TelemetryEvent) {
  if (event.kind !== 'error') return event;
  const { message, stack, ...rest } = event;
  return { ...rest, error: message, stack: stack.join('\n') };
}
