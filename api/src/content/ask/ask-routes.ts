import {
  ASK_PASSAGES,
  type AskAvailability,
  askAvailabilitySchema,
  type AskEvent,
  askInputSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { media } from '../../platform/http/operation.ts';
import { inOrganization } from '../../platform/access/authenticate.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { streamEvents } from '../../platform/http/event-stream.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { Problem } from '../../platform/http/problem.ts';
import { lateSearches } from '../../platform/http/late-reads.ts';
import { notFound } from '../../platform/http/problems.ts';
import { byAccount, limit } from '../../platform/http/limits/limit.ts';
import { distinctResults } from '../search/results/group-results.ts';
import { searcherOf, searchesOf } from '../search/searches.ts';
import { outcomeOf } from '../search-log/pending-searches.ts';
import { answerEvents, refusal } from './answer-events.ts';
import { belowFloor } from './answer-floor.ts';
import { createAskSlots } from './ask-slots.ts';
import { ChatFailure } from '../../models/chat/chat-failure.ts';
import { searchedFor } from './follow-up.ts';

/** Consoles leave a stream that is silent for 20 seconds. */
const ALIVE_MILLISECONDS = 10_000;

/** Rights of somebody who reads an answer that were read longer ago are read again. */
const RIGHTS_MILLISECONDS = 1000;

/** The search for what an answer may cite. */
const SEARCH = {
  // Copies of a passage are one.
  limit: 3 * ASK_PASSAGES,
  mode: 'auto',
  neighbours: 0,
  rerank: true,
  explain: true,
  final: true,
} as const;

const DRAINING = 'The server is restarting. Ask again in a moment.';
const UNEXPECTED = 'The answer failed. Ask again in a moment.';

/** Answers from the datasets of a workspace, where the server has a chat service. Every member may ask. */
export function askRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, draining, log, settings } = dependencies;
  const { chat } = settings;
  const searches = searchesOf(dependencies);
  const takeSlot = createAskSlots();
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies, { guests: true });

  routes.get(
    '/ask',
    member,
    describeRoute('getAskAvailability', 'Get whether the server answers questions', {
      returns: askAvailabilitySchema,
    }),
    (c) => c.json({ available: chat !== undefined } satisfies AskAvailability),
  );

  routes.post(
    '/workspaces/:id/ask',
    member,
    limit(database, 'ask', byAccount),
    lateSearches(database),
    describeRoute('ask', 'Answer a question from a workspace', {
      body: askInputSchema,
      returns: media(
        'text/event-stream',
        'Events `passages`, `delta`, `restarted`, and last one of `done`, `refused` and `failed`, each with data in JSON.',
      ),
    }),
    async (c) => {
      if (chat === undefined) throw notFound();
      const workspaceId = readId(c, 'id', 'workspace');
      const { query, filter, turns } = await readBody(c, askInputSchema);
      const { id: organizationId } = c.get('organization');
      const accountId = c.get('account').id;
      const freeSlot = takeSlot(organizationId, accountId);
      const searcher = searcherOf(c);
      const ended = AbortSignal.any([searcher.signal, draining]);
      const { searched, found } = await searchedFor(chat, query, turns, ended)
        .then(async (text) => ({
          searched: text,
          found: await searches.ofWorkspace(
            searcher,
            workspaceId,
            { ...SEARCH, query: text, filter },
            'api',
            (response) => (belowFloor(response) === 'too_far' ? 'unanswered' : outcomeOf(response)),
          ),
        }))
        .catch((error: unknown) => {
          freeSlot();
          throw error;
        });
      const refused = belowFloor(found);
      const passages = distinctResults(found.results, ASK_PASSAGES);

      return streamEvents(c, async ({ gone, ...events }) => {
        const send = ({ name, data }: AskEvent) => events.send({ event: name, data });
        // A model may reason for long, of which nothing is sent.
        const alive = setInterval(() => void events.stillHere(), ALIVE_MILLISECONDS);
        try {
          await send({
            name: 'passages',
            data: { passages, ...(searched !== query && { query: searched }) },
          });
          if (refused !== undefined) {
            await send(refusal(refused));
            return;
          }
          const signal = AbortSignal.any([gone, ended]);
          const question = { query, turns, passages, signal };
          for await (const event of answerEvents(chat, question)) {
            await c.get('rights').require(RIGHTS_MILLISECONDS);
            await send(event);
          }
        } catch (error) {
          if (gone.aborted || c.req.raw.signal.aborted) return;
          const message = draining.aborted
            ? DRAINING
            : error instanceof ChatFailure || error instanceof Problem
              ? error.message
              : UNEXPECTED;
          // Never the question, nor the answer.
          if (error instanceof ChatFailure || error instanceof Problem || draining.aborted) {
            log.warn('a question was not answered', { reason: message });
          } else log.error('a question was not answered', error);
          await send({ name: 'failed', data: { message } });
        } finally {
          clearInterval(alive);
          freeSlot();
        }
      });
    },
  );

  return routes;
}
