import { documentKind, searchInputSchema, type SearchResult } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { byKey } from '../../platform/access/authenticate.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { isUuid, readQuery, validate } from '../../platform/http/bodies/validate.ts';
import { notFound } from '../../platform/http/problems.ts';
import { lateReads, lateSearches } from '../../platform/http/late-reads.ts';
import { searcherOf, searchesOf } from '../../content/search/searches.ts';
import {
  workspaceDocumentsOf,
  type WorkspaceDocument,
} from '../../content/workspaces/workspace-documents.ts';
import { toSearchFilter } from '../retrieval/conditions.ts';
import { errorsInFormat, type ErrorFormat } from '../retrieval/error-format.ts';
import { withRelativeScores } from '../retrieval/relative-scores.ts';
import { usableWorkspace } from '../retrieval/usable-workspace.ts';
import { conditionsOfFilter } from './vector-store-filter.ts';
import {
  fileCounts,
  fileStatus,
  STATUSES,
  vectorStoresOf,
  type VectorStoreRow,
} from './vector-store-repository.ts';
import { fileListQuerySchema, vectorStoreSearchSchema } from './vector-store-schemas.ts';

const seconds = (time: Date | string) => Math.floor(new Date(time).getTime() / 1000);

/**
 * The part of OpenAI's vector stores API that reads, below /v1: a workspace is a vector store, a document a
 * file. For API keys.
 */
export function vectorStoreRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, settings, log } = dependencies;
  const searches = searchesOf(dependencies);
  const routes = new Hono<ApiEnv>();
  routes.onError(errorsInFormat(log, openAiError));
  const searcher = byKey(dependencies, 'search');
  const reader = byKey(dependencies, 'documents:read');
  const late = lateReads(database);
  const urlOf = (path: string) => `${settings.publicUrl}${path}`;

  routes.post('/v1/vector_stores/:id/search', searcher, lateSearches(database), async (c) => {
    const workspaceId = usableWorkspace(c, c.req.param('id'));
    const input = await readBody(c, vectorStoreSearchSchema);
    const queries = [input.query].flat();
    const { results } = await searches.ofWorkspace(
      searcherOf(c),
      workspaceId,
      validate(searchInputSchema, {
        query: queries.join('\n'),
        limit: input.max_num_results,
        filter: toSearchFilter(conditionsOfFilter(input.filters)),
        rerank: input.ranking_options?.ranker !== 'none',
      }),
      'api',
    );
    const scored = withRelativeScores(results, input.ranking_options?.score_threshold ?? 0);
    return c.json({
      object: 'vector_store.search_results.page',
      search_query: queries,
      data: scored.map((result) => toSearchResult(result, urlOf(result.document.url))),
      has_more: false,
      next_page: null,
    });
  });

  routes.get('/v1/vector_stores', reader, late, async (c) => {
    const { id: organizationId } = c.get('organization');
    const ids = c.get('key')?.places.workspaceIds ?? null;
    const rows = await c.var.reads.read(organizationId, (tx) =>
      vectorStoresOf(tx, organizationId).stores(ids),
    );
    return c.json(toPage(rows.map(toVectorStore), false));
  });

  routes.get('/v1/vector_stores/:id', reader, async (c) => {
    const { id: organizationId } = c.get('organization');
    const workspaceId = usableWorkspace(c, c.req.param('id'));
    const [row] = await database.read(organizationId, (tx) =>
      vectorStoresOf(tx, organizationId).stores([workspaceId]),
    );
    if (row === undefined) throw notFound('workspace');
    return c.json(toVectorStore(row));
  });

  routes.get('/v1/vector_stores/:id/files', reader, late, async (c) => {
    const { id: organizationId } = c.get('organization');
    const workspaceId = usableWorkspace(c, c.req.param('id'));
    const query = readQuery(c, fileListQuerySchema);
    const documents = workspaceDocumentsOf(c.var.reads, organizationId, workspaceId);
    if ((await documents.workspaceName()) === undefined) throw notFound('workspace');
    const cursor = query.after ?? query.before;
    const start = cursor === undefined ? undefined : await findFile(documents, cursor);
    const isBackward = query.after === undefined && query.before !== undefined;
    const rows = await documents.list({
      limit: query.limit + 1,
      after: start && { datasetId: start.dataset.id, path: start.path },
      order: (query.order === 'asc') === isBackward ? 'desc' : 'asc',
      statuses: query.filter && STATUSES[query.filter],
    });
    const page = rows.slice(0, query.limit).map((row) => toFile(row, workspaceId));
    return c.json(toPage(isBackward ? page.toReversed() : page, rows.length > query.limit));
  });

  routes.get('/v1/vector_stores/:id/files/:fileId', reader, async (c) => {
    const { id: organizationId } = c.get('organization');
    const workspaceId = usableWorkspace(c, c.req.param('id'));
    const documents = workspaceDocumentsOf(database, organizationId, workspaceId);
    const row = await findFile(documents, c.req.param('fileId') ?? '');
    return c.json(toFile(row, workspaceId));
  });

  routes.all('/v1/*', () => {
    throw notFound();
  });

  return routes;
}

/** @throws {Problem} 404 */
async function findFile(
  documents: ReturnType<typeof workspaceDocumentsOf>,
  id: string,
): Promise<WorkspaceDocument> {
  const document = isUuid(id) ? await documents.find(id) : undefined;
  if (document === undefined) throw notFound('file');
  return document;
}

const toPage = <Item extends { id: string }>(data: readonly Item[], hasMore: boolean) => ({
  object: 'list',
  data,
  first_id: data[0]?.id ?? null,
  last_id: data.at(-1)?.id ?? null,
  has_more: hasMore,
});

/** Attributes have at most 512 characters in OpenAI's API. */
const attribute = (text: string) => text.slice(0, 512);

function toSearchResult({ document, chunk, score, text }: SearchResult, url: string) {
  const [page] = chunk.pages;
  return {
    file_id: document.id,
    filename: document.name,
    score,
    attributes: {
      dataset_id: document.dataset.id,
      dataset: attribute(document.dataset.name),
      path: attribute(document.path),
      kind: document.kind,
      changed_at: seconds(document.changed_at),
      url,
      ...(document.source_url !== undefined && { source_url: attribute(document.source_url) }),
      chunk: chunk.number,
      ...(page === undefined ? {} : { page }),
    },
    content: [{ type: 'text', text }],
  };
}

function toVectorStore(row: VectorStoreRow) {
  const counts = fileCounts(row);
  return {
    id: row.id,
    object: 'vector_store',
    name: row.name,
    created_at: seconds(row.createdAt),
    last_active_at: seconds(row.changedAt),
    status: counts.in_progress > 0 ? 'in_progress' : 'completed',
    file_counts: counts,
    // Sizes are not counted by workspace.
    usage_bytes: 0,
    metadata: {},
  };
}

function toFile(row: WorkspaceDocument, workspaceId: string) {
  return {
    id: row.id,
    object: 'vector_store.file',
    created_at: seconds(row.createdAt),
    vector_store_id: workspaceId,
    status: fileStatus(row.status),
    last_error: row.error === null ? null : { code: 'invalid_file', message: row.error },
    usage_bytes: row.size,
    attributes: {
      dataset_id: row.dataset.id,
      path: attribute(row.path),
      kind: documentKind(row.path),
      changed_at: seconds(row.changedAt),
    },
  };
}

const TYPES: Record<number, [type: string, code: string | null]> = {
  401: ['invalid_request_error', 'invalid_api_key'],
  403: ['invalid_request_error', 'insufficient_permissions'],
  404: ['invalid_request_error', 'not_found'],
  429: ['rate_limit_error', 'rate_limit_exceeded'],
};

/** Returns an error in the format of OpenAI's API, which responds 400 to invalid fields. */
function openAiError(status: number, message: string): ErrorFormat {
  const fallback = status < 500 ? 'invalid_request_error' : 'server_error';
  const [type, code] = TYPES[status] ?? [fallback, null];
  return {
    status: (status === 422 ? 400 : status) as ErrorFormat['status'],
    body: { error: { message, type, param: null, code } },
  };
}
