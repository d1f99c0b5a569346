import {
  WEBHOOK_BACKLOG_MAX,
  WEBHOOK_LOG_DAYS,
  WEBHOOK_LOG_MAX,
} from '@carrel/shared/contract/organization';

import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';

/** Rows of one statement. */
const BATCH = 1000;
/** Deliveries that failed are kept longer than others: they can be sent again. */
const FAILED_MAX = 10_000;

/** Webhooks that have deliveries and no row. From one webhook to the next along the index: it has many entries of each. */
const DELETED_ENDPOINTS = `WITH RECURSIVE own AS (
    (SELECT endpoint_id AS id FROM webhook_deliveries ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.endpoint_id FROM webhook_deliveries d WHERE d.endpoint_id > own.id ORDER BY d.endpoint_id LIMIT 1)
    FROM own WHERE own.id IS NOT NULL
  )
  SELECT id FROM own WHERE id IS NOT NULL AND NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.id = own.id)`;

/** Runs a statement with a limit until it finds nothing more. Returns how many rows it found. */
async function repeat(statement: () => Promise<unknown[]>): Promise<number> {
  let total = 0;
  for (let count = BATCH; count === BATCH;) {
    ({ length: count } = await statement());
    total += count;
  }
  return total;
}

/** Purges deliveries of webhooks that were deleted, those that are too old, and those that are too many. */
export async function purgeDeliveries(database: Database): Promise<void> {
  await repeat(() =>
    database.query(
      `DELETE FROM webhook_deliveries WHERE id IN (
         SELECT d.id FROM (SELECT id, created_at FROM webhook_deliveries ORDER BY id LIMIT ${BATCH}) d
         WHERE d.created_at < now() - ${WEBHOOK_LOG_DAYS} * interval '1 day')
       RETURNING id`,
    ),
  );
  for (const { id } of await database.query<{ id: string }>(DELETED_ENDPOINTS)) {
    await repeat(() =>
      database.query(
        `DELETE FROM webhook_deliveries WHERE id IN (
           SELECT id FROM webhook_deliveries WHERE endpoint_id = $1 LIMIT ${BATCH})
         RETURNING id`,
        [id],
      ),
    );
  }
  const endpoints = await database.query<{ id: string }>('SELECT id FROM webhook_endpoints');
  for (const { id } of endpoints) {
    await keepNewest(database, id, 'delivered', WEBHOOK_LOG_MAX);
    await keepNewest(database, id, 'failed', FAILED_MAX);
  }
}

async function keepNewest(
  database: Database,
  endpointId: string,
  state: string,
  most: number,
): Promise<void> {
  const oldest = await nth(database, endpointId, state, most);
  if (oldest === undefined) return;
  await repeat(() =>
    database.query(
      `DELETE FROM webhook_deliveries WHERE id IN (
         SELECT id FROM webhook_deliveries WHERE endpoint_id = $1 AND state = $2 AND id <= $3 LIMIT ${BATCH})
       RETURNING id`,
      [endpointId, state, oldest],
    ),
  );
}

/** Gives up the oldest deliveries of webhooks for which too many wait. */
export async function limitBacklogs(
  database: Database,
  log: Log,
  most = WEBHOOK_BACKLOG_MAX,
): Promise<void> {
  const endpoints = await database.query<{ id: string; organizationId: string }>(
    'SELECT id, organization_id AS "organizationId" FROM webhook_endpoints WHERE enabled',
  );
  for (const { id, organizationId } of endpoints) {
    const oldest = await nth(database, id, 'waiting', most);
    if (oldest === undefined) continue;
    const count = await repeat(() =>
      database.query(
        `UPDATE webhook_deliveries SET state = 'failed', ended_at = now() WHERE id IN (
           SELECT id FROM webhook_deliveries WHERE endpoint_id = $1 AND state = 'waiting' AND id <= $2
           AND claim IS NULL LIMIT ${BATCH})
         RETURNING id`,
        [id, oldest],
      ),
    );
    log.warn('gave up webhook deliveries, as too many wait', {
      organization_id: organizationId,
      webhook_id: id,
      count,
    });
  }
}

/** Returns the id of the newest delivery in a state that is beyond the `most` newest ones. */
async function nth(
  database: Database,
  endpointId: string,
  state: string,
  most: number,
): Promise<number | undefined> {
  const [row] = await database.query<{ id: number }>(
    `SELECT id FROM webhook_deliveries WHERE endpoint_id = $1 AND state = $2
     ORDER BY id DESC OFFSET $3 LIMIT 1`,
    [endpointId, state, most],
  );
  return row?.id;
}
