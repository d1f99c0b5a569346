import { DATASET_CHANGE_EVENT } from '@carrel/shared/contract';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';

import type { ApiContext, ApiEnv } from '../http/api-context.ts';
import type { Dependencies } from '../dependencies.ts';
import { inOrganizationOfQuery } from '../access/in-organization.ts';
import { notFound } from '../http/problems.ts';
import { readId } from '../http/validate.ts';
import { createChangeFeed } from './change-feed.ts';
import { readChange, type ChangeSince } from './dataset-changes.ts';
import { watchDataset } from './watch-dataset.ts';

/** Proxies end a connection on which nothing comes. */
const SILENCE_MILLISECONDS = 15_000;

/** The changes of a dataset as they happen, as Server-Sent Events. */
export function eventRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, draining, log } = dependencies;
  const feed = createChangeFeed(database);
  const routes = new Hono<ApiEnv>();

  routes.get('/datasets/:id/events', inOrganizationOfQuery(dependencies), async (c) => {
    const { id: organizationId } = c.get('organization');
    const datasetId = readId(c, 'id', 'dataset');
    const read = (after: number | undefined) =>
      database.tenant(organizationId, (tx) => readChange(tx, organizationId, datasetId, after));
    const first = await read(lastSeen(c));
    if (first === undefined) throw notFound('dataset');

    c.header('X-Accel-Buffering', 'no');
    return streamSSE(c, async (stream) => {
      const left = new AbortController();
      stream.onAbort(() => left.abort());
      const watch = watchDataset(feed, datasetId, {
        silenceMilliseconds: SILENCE_MILLISECONDS,
        signals: [left.signal, draining],
      });
      const send = ({ version, change }: ChangeSince) =>
        stream.writeSSE({
          event: DATASET_CHANGE_EVENT,
          id: String(version),
          data: JSON.stringify(change),
        });
      try {
        await send(first);
        for (let { version } = first; ;) {
          const woken = await watch.next(version);
          if (woken === 'ended' || !(await isStillAllowed(dependencies, c))) return;
          const since = woken === 'changed' ? await read(version) : undefined;
          if (since === undefined) await stream.write(': still here\n\n');
          else {
            await send(since);
            ({ version } = since);
          }
        }
      } catch (error) {
        // The reader comes back, and says what it has seen.
        log.error('events', error);
      } finally {
        watch.close();
      }
    });
  });

  return routes;
}

/** The version that a reader says it has seen; one that makes no sense is taken for a very old one. */
function lastSeen(c: ApiContext): number | undefined {
  const text = c.req.header('Last-Event-ID') ?? c.req.query('after');
  if (text === undefined || text === '') return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : -1;
}

/** Whether who opened the stream is still signed in there, and a member. */
async function isStillAllowed({ database }: Dependencies, c: ApiContext): Promise<boolean> {
  const found = await database.query(
    `SELECT s.id FROM sessions s JOIN memberships m ON m.account_id = s.account_id
     WHERE s.id = $1 AND s.expires_at > now() AND m.organization_id = $2`,
    [c.get('account').sessionId, c.get('organization').id],
  );
  return found.length === 1;
}
