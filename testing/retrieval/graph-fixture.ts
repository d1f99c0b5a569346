import { randomUUID } from 'node:crypto';

import type { Database } from '@carrel/api/src/platform/database/database.ts';
import type { Queue } from '@carrel/api/src/platform/queue.ts';
import { createLog } from '@carrel/api/src/platform/log.ts';
import { buildGraph } from '@carrel/api/src/processing/jobs/indexing/build-graph.ts';
import { createGraphs } from '@carrel/api/src/processing/jobs/indexing/build-graph-job.ts';
import {
  noteDimensions,
  registerModel,
  type EmbeddingModel,
} from '@carrel/api/src/search-index/vectors/embedding-models.ts';
import {
  listGraphs,
  type Graph,
} from '@carrel/api/src/search-index/vectors/graphs/graph-repository.ts';
import { createGraphSearch } from '@carrel/api/src/search-index/vectors/graphs/search-graphs.ts';
import { setUpGraphs } from '@carrel/api/src/search-index/vectors/graphs/set-up-graphs.ts';
import { meaningState } from '@carrel/api/src/search-index/vectors/meaning-state.ts';
import {
  searchVectors,
  type VectorSearch,
} from '@carrel/api/src/search-index/vectors/search-vectors.ts';
import {
  createVectorIndex,
  type VectorIndex,
} from '@carrel/api/src/search-index/vectors/vector-index.ts';
import { createVectorTestDatabase } from '../database/vector-database.ts';
import { seedVectors, type SeededDocument } from './seed-vectors.ts';

export const DIMENSIONS = 8;
/** Datasets with more vectors than this have a graph. */
export const VECTORS = 100;

/** The same direction for the same number, and another for each number. */
export const vectorOf = (direction: number, dimensions = DIMENSIONS): Float32Array =>
  Float32Array.from({ length: dimensions }, (_, at) => Math.sin(direction * (at + 1) * 1.7 + at));

/** One dataset after the other on a database with pgvector, with the jobs that build their graphs. */
export class GraphFixture {
  readonly lines: string[] = [];
  /** Graphs for which a job was sent. */
  sent: string[] = [];
  datasetId = '';
  organizationId = '';
  readonly database: Database;
  readonly model: EmbeddingModel;
  /** Holds any dataset. */
  readonly index: VectorIndex;
  /** Too small for any dataset: what it finds, a graph has found. */
  readonly #tiny: VectorIndex;

  private constructor(database: Database, model: EmbeddingModel) {
    this.database = database;
    this.model = model;
    this.index = createVectorIndex({ database, log: this.log, maxBytes: 10_000_000 });
    this.#tiny = createVectorIndex({ database, log: this.log, maxBytes: 1 });
  }

  static async create(): Promise<GraphFixture> {
    const database = await createVectorTestDatabase();
    const fixture = new GraphFixture(database, await createModel(database, 'test'));
    await setUpGraphs(database, fixture.log);
    fixture.organizationId = await fixture.createOrganization();
    return fixture;
  }

  readonly log = createLog((line) => this.lines.push(line));
  readonly #queue = {
    send: (_: string, { graphId }: { graphId: string }) =>
      Promise.resolve(void this.sent.push(graphId)),
  } as unknown as Queue;

  get pipeline() {
    const { database, log, model } = this;
    return { database, queue: this.#queue, log, model, isStopping: () => false };
  }

  get dataset() {
    return { organizationId: this.organizationId, datasetId: this.datasetId };
  }

  async createOrganization(): Promise<string> {
    const id = randomUUID();
    await this.database.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Readers')`, [id]);
    return id;
  }

  /** Makes a dataset, of which the other functions are from then on. */
  async createDataset(): Promise<void> {
    this.datasetId = randomUUID();
    await this.database.query(
      `INSERT INTO datasets (id, organization_id, name) VALUES ($1, $2, 'Library')`,
      [this.datasetId, this.organizationId],
    );
  }

  async seed(documents: readonly SeededDocument[], modelId = this.model.id): Promise<void> {
    const { organizationId, datasetId } = this;
    for (let at = 0; at < documents.length; at += 50) {
      const some = documents.slice(at, at + 50);
      await seedVectors(this.database, { organizationId, datasetId, modelId }, some);
    }
    // The index of words says which datasets may be large.
    await this.database.query(
      `INSERT INTO search_segments (organization_id, id, dataset_id, documents, chunks, bytes, header, ready)
       VALUES ($1, gen_random_uuid(), $2, $3, $4, 0, '', true)`,
      [
        organizationId,
        datasetId,
        documents.length,
        documents.reduce((sum, { vectors }) => sum + vectors.length, 0),
      ],
    );
  }

  /** Writes a document with a chunk for each direction, and returns its id. */
  async seedOne(...directions: number[]): Promise<string> {
    const id = randomUUID();
    await this.seed([{ id, vectors: directions.map((direction) => vectorOf(direction)) }]);
    return id;
  }

  /** Writes documents of two chunks each, of the directions 1, 2, 3 and so on. */
  async seedMany(count: number): Promise<SeededDocument[]> {
    const documents = Array.from({ length: count }, (_, at) => ({
      id: randomUUID(),
      vectors: [vectorOf(2 * at + 1), vectorOf(2 * at + 2)],
    }));
    await this.seed(documents);
    return documents;
  }

  /** Runs the jobs that were sent. */
  async build(): Promise<void> {
    for (const graphId of this.sent.splice(0)) {
      while ((await buildGraph(this.pipeline, graphId)) !== undefined);
    }
  }

  async createLarge(count = 60): Promise<SeededDocument[]> {
    const documents = await this.seedMany(count);
    await createGraphs(this.pipeline, { dataset: this.dataset, vectors: VECTORS });
    await this.build();
    return documents;
  }

  async graph(): Promise<Graph | undefined> {
    return (await listGraphs(this.database)).find(({ datasetId }) => datasetId === this.datasetId);
  }

  async searchable(modelId = this.model.id): Promise<VectorSearch['datasets']> {
    const state = await this.database.read(this.organizationId, (tx) =>
      meaningState(tx, this.organizationId, [this.datasetId], modelId),
    );
    return state.searchable;
  }

  /** Searches with a graph only, unless it is given an index that can hold the dataset. */
  async search(
    direction: number,
    more: Partial<VectorSearch> = {},
    index = this.#tiny,
  ): Promise<{ found: string[]; partial: string | undefined }> {
    const { database, log, organizationId } = this;
    const { chunks, partial } = await searchVectors(
      { database, index, graphs: createGraphSearch({ database, log }) },
      {
        organizationId,
        datasets: more.datasets ?? (await this.searchable()),
        queries: new Map([[this.model.id, vectorOf(direction)]]),
        limit: 1,
        deadline: AbortSignal.timeout(20_000),
        ...more,
      },
    );
    return { found: chunks.map(({ documentId, number }) => `${documentId} ${number}`), partial };
  }

  async close(): Promise<void> {
    await this.#tiny.close();
    await this.index.close();
    await this.database.close();
  }
}

/** Adds a model whose vectors have so many dimensions. */
export async function createModel(
  database: Database,
  name: string,
  dimensions = DIMENSIONS,
): Promise<EmbeddingModel> {
  const created = await registerModel(database, { model: name });
  await noteDimensions(database, created.id, dimensions);
  return created;
}
