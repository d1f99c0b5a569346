import type { MEANING_STATES } from '@carrel/shared/contract';

import type { Queryable } from '../../database/database.ts';
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
}

interface Row {
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

const OFF: Meaning = { state: 'off', done: 0, total: 0, searchable: [] };

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
  const rows = await tx.query<Row>(
    `SELECT c.dataset_id, d.model_id, d.active, d.complete, d.version, d.done, d.total, m.name,
       m.requested_dimensions, m.dimensions, m.query_prefix
     FROM dataset_counts c
     LEFT JOIN dataset_models d ON d.organization_id = c.organization_id AND d.dataset_id = c.dataset_id
       AND (d.active OR d.model_id = $3)
     LEFT JOIN embedding_models m ON m.id = d.model_id
     WHERE c.organization_id = $1 AND c.dataset_id = ANY ($2::uuid[]) AND c.embedded > 0`,
    [organizationId, datasetIds, modelId],
  );
  const current = rows.filter((row) => row.model_id === modelId);
  const complete = current.filter(({ complete: isComplete }) => isComplete);
  const building = current.filter(({ complete: isComplete }) => !isComplete);
  const datasets = new Set(rows.map((row) => row.dataset_id));
  return {
    state: complete.length === datasets.size ? 'ready' : 'building',
    done: building.reduce((sum, row) => sum + Math.min(row.done, row.total), 0),
    total: building.reduce((sum, { total }) => sum + total, 0),
    searchable: rows
      .filter(({ active }) => active)
      .map((row) => ({
        datasetId: row.dataset_id,
        model: modelOf({ ...row, id: row.model_id }),
        version: row.version,
      })),
  };
}
