import type { Queryable } from '../../platform/database/database.ts';
import type { EmbeddingSettings } from '../../platform/settings/settings.ts';

/** A model that vectors were made with. */
export interface EmbeddingModel {
  id: string;
  name: string;
  /** What the service is asked for; undefined where the model decides. */
  requestedDimensions: number | undefined;
  /** The length of its vectors; undefined until it made one. */
  dimensions: number | undefined;
  queryPrefix: string;
}

interface Row {
  id: string;
  name: string;
  requested_dimensions: number;
  dimensions: number | null;
  query_prefix: string;
}

/**
 * What is embedded of a chunk, as part of a model's version: vectors of different forms are not compared. Change it with
 * `embeddedText`.
 */
const TEXT_FORM = ' +headings';

/** Columns of a model, for `modelOf`. */
const MODEL_COLUMNS = 'id, name, requested_dimensions, dimensions, query_prefix';

export const modelOf = (row: Row): EmbeddingModel => ({
  id: row.id,
  name: row.name,
  requestedDimensions: row.requested_dimensions || undefined,
  dimensions: row.dimensions ?? undefined,
  queryPrefix: row.query_prefix,
});

/**
 * Returns the model of the settings, which is the chosen one from then on; a model that was never in use is added. As
 * the owner of the tables.
 */
export async function registerModel(
  database: Queryable,
  settings: Pick<EmbeddingSettings, 'model'> & Partial<EmbeddingSettings>,
): Promise<EmbeddingModel> {
  const { model, version = '', dimensions = 0, passagePrefix = '', queryPrefix = '' } = settings;
  const [row] = await database.query<Row>(
    `INSERT INTO embedding_models
       (name, version, requested_dimensions, passage_prefix, query_prefix, chosen_at)
     VALUES ($1, $2, $3, $4, $5, clock_timestamp())
     ON CONFLICT (name, version, requested_dimensions, passage_prefix)
     DO UPDATE SET query_prefix = excluded.query_prefix, chosen_at = excluded.chosen_at
     RETURNING ${MODEL_COLUMNS}`,
    [model, `${version}${TEXT_FORM}`, dimensions, passagePrefix, queryPrefix],
  );
  if (row === undefined) throw new Error('The model was not added');
  return modelOf(row);
}

/**
 * Notes the length of a model's vectors and returns the one that was noted first. As the owner of the
 * tables.
 */
export async function noteDimensions(
  database: Queryable,
  modelId: string,
  dimensions: number,
): Promise<number> {
  const [row] = await database.query<{ dimensions: number }>(
    `UPDATE embedding_models SET dimensions = coalesce(dimensions, $2) WHERE id = $1
     RETURNING dimensions`,
    [modelId, dimensions],
  );
  return row?.dimensions ?? dimensions;
}

/** Returns the model of the server that was started last; undefined where none was started with a model. */
export async function chosenModel(
  database: Queryable,
): Promise<Pick<EmbeddingModel, 'id' | 'name'> | undefined> {
  const [row] = await database.query<Pick<EmbeddingModel, 'id' | 'name'>>(
    `SELECT id, name FROM embedding_models WHERE chosen_at IS NOT NULL
     ORDER BY chosen_at DESC, id LIMIT 1`,
  );
  return row;
}
