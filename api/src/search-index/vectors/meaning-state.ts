import type { MEANING_STATES } from '@carrel/shared/contract';

import type { Queryable } from '../../platform/database/database.ts';
import { modelOf, type EmbeddingModel } from './embedding-models.ts';

/** A dataset that can be searched by meaning: the model of its vectors, and the number of their last change. */
export interface SearchableVectors {
  datasetId: string;
  model: EmbeddingModel;
  version: number;
}

export interface Meaning {
  state: (typeof MEANING_STATES)[number];
  /** While building: chunks that have a vector of the settings' model, and all chunks. */
  done: number;
  total: number;
  /** Datasets with vectors, by which they can be searched also while building. */
  searchable: SearchableVectors[];
  /** Whether so few documents lack vectors that a search by meaning misses none that matter. */
  isComplete: boolean;
}

/** The share of documents without vectors, above which a search by words finds more. */
const WAITING_SHARE = 0.1;

interface Row {
  waiting: number;
  embedded: number;
  dataset_id: string;
  model_id: string;
  active: boolean;
  complete: boolean;
  version: number;
  done: number;
  total: number;
  name: string;
  requested_dimensions: number;
  dimensions: number | null;
  query_prefix: string;
}

const OFF: Meaning = { state: 'off', done: 0, total: 0, searchable: [], isComplete: false };

/**
 * Returns whether and by which vectors datasets can be searched by meaning. `modelId` is the model of the
 * settings, undefined without a service.
 */
export async function meaningState(
  tx: Queryable,
  organizationId: string,
  datasetIds: readonly string[],
  modelId: string | undefined,
): Promise<Meaning> {
  if (modelId === undefined) return OFF;
  const all = await tx.query<Row>(
    `SELECT c.dataset_id, d.model_id, d.active, d.complete, d.version, d.done, d.total, m.name,
       m.requested_dimensions, m.dimensions, m.query_prefix,
       c.chunked + c.embedding_error AS waiting, c.embedded
     FROM dataset_counts c
     LEFT JOIN dataset_models d ON d.organization_id = c.organization_id AND d.dataset_id = c.dataset_id
       AND (d.active OR d.model_id = $3)
     LEFT JOIN embedding_models m ON m.id = d.model_id
     WHERE c.organization_id = $1 AND c.dataset_id = ANY ($2::uuid[]) AND c.chunked + c.embedded + c.embedding_error > 0`,
    [organizationId, datasetIds, modelId],
  );
  const rows = all.filter(({ embedded }) => embedded > 0);
  const active = rows.filter((row) => row.active);
  const lacking = all.filter(
    (row) => !active.some(({ dataset_id }) => dataset_id === row.dataset_id),
  );
  const current = rows.filter((row) => row.model_id === modelId);
  const complete = current.filter(({ complete: isComplete }) => isComplete);
  const building = current.filter(({ complete: isComplete }) => !isComplete);
  const datasets = new Set(rows.map((row) => row.dataset_id));
  return {
    state: complete.length === datasets.size ? 'ready' : 'building',
    done: building.reduce((sum, row) => sum + Math.min(row.done, row.total), 0),
    total: building.reduce((sum, { total }) => sum + total, 0),
    searchable: active.map((row) => ({
      datasetId: row.dataset_id,
      model: modelOf({ ...row, id: row.model_id }),
      version: row.version,
    })),
    isComplete: lacking.length === 0 && isNearlyDone(active),
  };
}

function isNearlyDone(rows: readonly Row[]): boolean {
  const waiting = rows.reduce((sum, row) => sum + row.waiting, 0);
  const embedded = rows.reduce((sum, row) => sum + row.embedded, 0);
  return waiting <= WAITING_SHARE * (waiting + embedded);
}
