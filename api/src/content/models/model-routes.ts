import {
  testedModelSchema,
  testModelInputSchema,
  modelsSchema,
  type DatasetVectors,
  type Model,
} from '@carrel/shared/contract/organization';
import { Hono } from 'hono';
import * as v from 'valibot';

import { allow, inOrganizationOfPath } from '../../platform/access/authenticate.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { isUuid, readQuery } from '../../platform/http/bodies/validate.ts';
import { wholeNumber } from '../../platform/http/bodies/whole-number.ts';
import { describeRoute } from '../../platform/http/describe-route.ts';
import { lateReads } from '../../platform/http/late-reads.ts';
import { byOrganization, limit } from '../../platform/http/limits/limit.ts';
import { conflict, malformed, serviceFailed } from '../../platform/http/problems.ts';
import type { ModelSource } from '../../platform/model-status.ts';
import { pathCursorSchema, readPathCursor, writePathCursor } from '../documents/path-cursor.ts';
import { searchEngineOf } from '../search/search-engine.ts';
import {
  datasetVectorsOf,
  type DatasetPlace,
  type DatasetRow,
} from './dataset-vectors-repository.ts';
import { createVectorCounts } from './vector-counts.ts';

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 100;

const modelsQuerySchema = v.object({
  limit: v.optional(wholeNumber('limit', LIMIT_MAX), String(LIMIT_DEFAULT)),
  cursor: v.optional(pathCursorSchema),
});

/** What an unset model is called, and the setting that names one. */
const UNSET = {
  embeddings: 'No embedding model is set. The operator can set EMBEDDINGS_MODEL.',
  rerank: 'No reranking model is set. The operator can set RERANK_MODEL or RERANK_URL.',
  chat: 'No chat model is set. The operator can set CHAT_URL and CHAT_MODEL.',
} as const;

/** The models of the server, and what an organization has of their vectors, for its Owners and Admins. */
export function modelRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, models } = dependencies;
  const member = inOrganizationOfPath(dependencies);
  const counted = createVectorCounts();
  const routes = new Hono<ApiEnv>();

  routes.get(
    '/organizations/:id/models',
    member,
    allow('Admin', 'see the models'),
    lateReads(database),
    describeRoute('getModels', 'Get the models and how far the vectors of datasets are', {
      query: modelsQuerySchema,
      returns: modelsSchema,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const { limit: size, cursor } = readQuery(c, modelsQuerySchema);
      const after = readPlace(cursor);
      const model = searchEngineOf(dependencies).meaning?.model;
      const embeddings = models.embeddings?.status();
      const { rows, building } = await c.var.reads.read(organizationId, async (tx) => {
        const vectors = datasetVectorsOf(tx, organizationId);
        return {
          rows: await vectors.list(model?.id, after, size + 1),
          building: model === undefined ? 0 : await vectors.building(model.id),
        };
      });
      const page = rows.slice(0, size);
      const last = page.at(-1);
      const speed = (embeddings?.textsPerSecond ?? 0) / Math.max(1, building);
      const datasets: DatasetVectors[] = [];
      for (const row of page) {
        const { version } = row;
        const count = () =>
          c.var.reads.read(organizationId, (tx) =>
            datasetVectorsOf(tx, organizationId).countVectors(row.id, model?.id ?? ''),
          );
        const of = { organizationId, datasetId: row.id, modelId: model?.id ?? '' };
        const vectors =
          row.complete === true && version !== null
            ? await counted({ ...of, version }, count)
            : undefined;
        datasets.push(vectorsOf(row, { hasModel: model !== undefined, vectors, speed }));
      }
      return c.json({
        embeddings: shown(models.embeddings, model?.dimensions),
        rerank: shown(models.rerank),
        chat: shown(models.chat),
        datasets,
        ...(rows.length > size && last !== undefined && { next_cursor: writePlace(last) }),
      });
    },
  );

  routes.post(
    '/organizations/:id/models/test',
    member,
    allow('Admin', 'test the models'),
    limit(database, 'model-test', byOrganization),
    describeRoute('testModel', 'Send one text to a model', {
      body: testModelInputSchema,
      returns: testedModelSchema,
      errors: [409, 502],
    }),
    async (c) => {
      const { model } = await readBody(c, testModelInputSchema);
      const source = models[model];
      if (source === undefined) throw conflict(UNSET[model]);
      const milliseconds = await source.test().catch((error: unknown) => {
        throw serviceFailed(error instanceof Error ? error.message : 'The model failed.');
      });
      return c.json({ milliseconds });
    },
  );

  return routes;
}

function shown(source: ModelSource | undefined, dimensions?: number): Model | null {
  if (source === undefined) return null;
  const status = source.status();
  const { loaded } = status;
  return {
    name: status.name,
    runs: status.runs,
    host: status.host ?? null,
    dimensions: status.dimensions ?? dimensions ?? null,
    state: status.state,
    loaded: loaded === undefined ? null : { bytes: loaded.bytes, total: loaded.total ?? null },
    reason: status.reason ?? null,
    since: status.since?.toISOString() ?? null,
    next_try: status.nextTry?.toISOString() ?? null,
    texts_per_second: status.textsPerSecond ?? null,
  };
}

interface Known {
  hasModel: boolean;
  /** Vectors of a dataset that has all of them, where they are counted. */
  vectors: number | undefined;
  /** Texts a second for one dataset; 0 where that is not known. */
  speed: number;
}

function vectorsOf(row: DatasetRow, { hasModel, vectors, speed }: Known): DatasetVectors {
  const { id, name, embedded, waiting, complete } = row;
  if (!hasModel || embedded + waiting === 0) {
    return { id, name, chunks: null, vectors: null, waiting, state: 'none', seconds_left: null };
  }
  if (complete === true || embedded === 0) {
    const count = embedded === 0 ? 0 : (vectors ?? null);
    const state = waiting > 0 ? 'building' : 'ready';
    return { id, name, chunks: count, vectors: count, waiting, state, seconds_left: null };
  }
  const total = row.total ?? 0;
  const done = Math.min(row.done ?? 0, total);
  return {
    id,
    name,
    chunks: total === 0 ? null : total,
    vectors: total === 0 ? null : done,
    waiting,
    state: 'building',
    seconds_left: total === 0 || speed === 0 ? null : Math.ceil((total - done) / speed),
  };
}

const writePlace = ({ id, name }: DatasetPlace): string => writePathCursor(`${id} ${name}`);

/** @throws {Problem} 400 for what `writePlace` does not return. */
function readPlace(cursor: string | undefined): DatasetPlace | undefined {
  const place = readPathCursor(cursor);
  if (place === '') return undefined;
  const [id, name] = [place.slice(0, 36), place.slice(37)];
  if (!isUuid(id) || place[36] !== ' ')
    throw malformed('The cursor is not one that this server gave.');
  return { id, name };
}
