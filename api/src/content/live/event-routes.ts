import { randomInt } from 'node:crypto';

import { DATASET_CHANGE_EVENT } from '@carrel/shared/contract';
import { Hono } from 'hono';
import * as v from 'valibot';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { media } from '../../platform/http/operation.ts';
import { inOrganizationOfQuery } from '../../platform/access/authenticate.ts';
import { findReach } from '../../platform/access/signed-in.ts';
import { untilReadable } from '../../platform/database/late-reads.ts';
import { limitReach } from '../../platform/database/reach.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../platform/http/api-context.ts';
import { streamEvents } from '../../platform/http/event-stream.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { notFound, tooManyRequests } from '../../platform/http/problems.ts';
import { createChangeFeed, watchDataset } from './change-feed.ts';
import { changesOf, type ChangeSince } from './change-repository.ts';

/** Proxies close idle connections; a comment is sent this often. */
const IDLE_MILLISECONDS = 15_000;

/** Event streams that one account may have open at this process. Each instance counts its own. */
const STREAMS_MAX = 20;
const RETRY_SECONDS = 15;

/** So that clients do not all come back at once when a server stops. */
const RETRY_MILLISECONDS = { least: 1000, most: 4000 } as const;

/** The version that the client has seen, where it cannot send `Last-Event-ID`. */
const eventsQuerySchema = v.object({ after: v.optional(v.string()) });

/** The changes of a dataset as they happen, as Server-Sent Events. */
export function eventRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, draining, log } = dependencies;
  const feed = createChangeFeed(database);
  const takeSlot = createStreamSlots();
  const routes = new Hono<ApiEnv>();

  routes.get(
    '/datasets/:id/events',
    inOrganizationOfQuery(dependencies, { guests: true }),
    describeRoute('streamDatasetEvents', 'Follow the changes of a dataset', {
      query: eventsQuerySchema,
      headers: { 'Last-Event-ID': 'The id of the last event that was received.' },
      returns: media('text/event-stream', 'Events `change`, each with data in JSON.'),
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const { id: accountId, sessionId } = c.get('account');
      const datasetId = readId(c, 'id', 'dataset');
      const read = async (after: number | undefined) => {
        const since = await database.read(organizationId, (tx) =>
          changesOf(tx, organizationId).since(datasetId, after),
        );
        // The client then reads lists, which may be late.
        if (since !== undefined && since.version !== after) await untilReadable(database);
        return since;
      };
      const first = await read(lastSeen(c));
      if (first === undefined) throw notFound('dataset');
      const freeSlot = takeSlot(accountId);

      return streamEvents(c, async (events) => {
        const watch = watchDataset(feed, datasetId, {
          idleMilliseconds: IDLE_MILLISECONDS,
          signals: [events.gone, draining],
        });
        const send = ({ version, change }: ChangeSince) =>
          events.send({ event: DATASET_CHANGE_EVENT, id: String(version), data: change });
        try {
          await send(first);
          for (let { version } = first; ;) {
            const event = await watch.next(version);
            if (event === 'ended') {
              if (draining.aborted) await events.retryAfter(retryMilliseconds());
              return;
            }
            const reach = await findReach(database, sessionId, organizationId, datasetId);
            if (reach === undefined) return;
            limitReach(reach);
            const since = event === 'changed' ? await read(version) : undefined;
            if (since === undefined) await events.stillHere();
            else {
              await send(since);
              ({ version } = since);
            }
          }
        } catch (error) {
          // The client reconnects with the version that it has seen.
          log.error('events', error);
        } finally {
          watch.close();
          freeSlot();
        }
      });
    },
  );

  return routes;
}

const retryMilliseconds = () => randomInt(RETRY_MILLISECONDS.least, RETRY_MILLISECONDS.most);

/** The version that the client has seen; a malformed one counts as very old. */
function lastSeen(c: ApiContext): number | undefined {
  const text = c.req.header('Last-Event-ID') ?? c.req.query('after');
  if (text === undefined || text === '') return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : -1;
}

/** Takes a slot for an account's event stream, and returns the function that frees it. */
type TakeSlot = (accountId: string) => () => void;

function createStreamSlots(): TakeSlot {
  const open = new Map<string, number>();
  return (accountId) => {
    const count = open.get(accountId) ?? 0;
    if (count >= STREAMS_MAX) {
      throw tooManyRequests(
        RETRY_SECONDS,
        `Live updates are open in ${STREAMS_MAX} places already. Close one of them to open another.`,
        'event_streams',
      );
    }
    open.set(accountId, count + 1);
    return () => {
      const left = (open.get(accountId) ?? 1) - 1;
      if (left === 0) open.delete(accountId);
      else open.set(accountId, left);
    };
  };
}
