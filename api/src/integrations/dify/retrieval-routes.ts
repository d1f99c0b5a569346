import { SEARCH_LIMIT_DEFAULT, SEARCH_LIMIT_MAX, searchInputSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';
import * as v from 'valibot';

import { byKey } from '../../platform/access/authenticate.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { lateSearches } from '../../platform/http/late-reads.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { validate } from '../../platform/http/bodies/validate.ts';
import { searcherOf, searchesOf } from '../../content/search/searches.ts';
import { toSearchFilter } from '../retrieval/conditions.ts';
import { errorsInFormat, type ErrorFormat } from '../retrieval/error-format.ts';
import { withRelativeScores } from '../retrieval/relative-scores.ts';
import { usableWorkspace } from '../retrieval/usable-workspace.ts';
import { conditionsOfMetadata, metadataConditionSchema } from './retrieval-conditions.ts';

/** The body of `POST /retrieval`. Fields that it does not name are ignored. */
const retrievalSchema = v.object({
  knowledge_id: v.string('knowledge_id is required: the id of a workspace.'),
  query: v.string('query is required.'),
  retrieval_setting: v.nullish(
    v.object({
      top_k: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1)), SEARCH_LIMIT_DEFAULT),
      score_threshold: v.nullish(v.number(), 0),
    }),
  ),
  metadata_condition: metadataConditionSchema,
});

/** The external knowledge API of dify, which searches a workspace. For API keys. */
export function retrievalRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { settings, log } = dependencies;
  const searches = searchesOf(dependencies);
  const routes = new Hono<ApiEnv>();
  const late = lateSearches(dependencies.database);
  routes.onError(errorsInFormat(log, difyError));

  routes.post('/retrieval', byKey(dependencies, 'search'), late, async (c) => {
    const input = await readBody(c, retrievalSchema);
    const { results } = await searches.ofWorkspace(
      searcherOf(c),
      usableWorkspace(c, input.knowledge_id),
      validate(searchInputSchema, {
        query: input.query,
        limit: Math.min(input.retrieval_setting?.top_k ?? SEARCH_LIMIT_DEFAULT, SEARCH_LIMIT_MAX),
        filter: toSearchFilter(conditionsOfMetadata(input.metadata_condition)),
      }),
      'api',
    );
    const scored = withRelativeScores(results, input.retrieval_setting?.score_threshold ?? 0);
    return c.json({
      records: scored.map(({ document, chunk, score, text }) => ({
        content: text,
        score,
        title: document.name,
        metadata: {
          document_id: document.id,
          dataset_id: document.dataset.id,
          dataset: document.dataset.name,
          path: document.path,
          kind: document.kind,
          changed_at: document.changed_at,
          url: `${settings.publicUrl}${document.url}`,
          ...(document.source_url !== undefined && { source_url: document.source_url }),
          chunk: chunk.number,
          pages: chunk.pages,
        },
      })),
    });
  });

  return routes;
}

/** The codes that dify's documentation suggests; others are the HTTP status. */
const CODES: Record<number, number> = { 401: 1002, 403: 1002, 404: 2001 };

/** Returns an error in the format of dify's external knowledge API. */
function difyError(status: number, message: string): ErrorFormat {
  return {
    status: status as ErrorFormat['status'],
    body: { error_code: CODES[status] ?? status, error_msg: message },
  };
}
