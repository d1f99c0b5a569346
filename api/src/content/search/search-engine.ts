import type { Database } from '../../platform/database/database.ts';
import type { Reader } from '../../platform/database/reader.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import { createQueryEmbedder, type QueryEmbedder } from '../../models/embedding/query-embedder.ts';
import { createReranker, type Reranker } from '../../models/embedding/reranker.ts';
import { registerModel, type EmbeddingModel } from '../../search-index/vectors/embedding-models.ts';
import {
  createGraphSearch,
  type SearchGraphs,
} from '../../search-index/vectors/graphs/search-graphs.ts';
import { createVectorIndex, type VectorIndex } from '../../search-index/vectors/vector-index.ts';
import { ObsoleteDocuments } from './obsolete-documents.ts';
import { createWordThread, type WordThread } from '../../search-index/words/create-word-thread.ts';

/** What all searches of a process share. */
export interface SearchEngine {
  /** Where rows are read: the primary, or what a caller may read from. */
  reads: Reader;
  /** Where what replicas lack is read again. */
  database: Database;
  wordThread: WordThread;
  obsolete: ObsoleteDocuments;
  /** Searching by meaning; undefined without an embedding service. */
  meaning: MeaningEngine | undefined;
  /** Undefined without a reranking service. */
  rerank: Reranker | undefined;
}

export interface MeaningEngine {
  index: VectorIndex;
  graphs: SearchGraphs;
  embed: QueryEmbedder;
  /** The model of the settings. */
  model: () => Promise<EmbeddingModel>;
}

// By database, so that several servers in one test process have their own.
const engines = new WeakMap<Database, SearchEngine>();

/** Returns the process's engine. Its threads are started by the first search. */
export function searchEngineOf(dependencies: Dependencies): SearchEngine {
  const { database, settings } = dependencies;
  const known = engines.get(database);
  if (known !== undefined) return known;
  const engine = {
    reads: database,
    database,
    wordThread: createWordThread({ cacheBytes: settings.searchCacheBytes }),
    obsolete: new ObsoleteDocuments(),
    meaning: meaningEngineOf(dependencies),
    rerank: settings.reranker && createReranker(settings.reranker),
  };
  engines.set(database, engine);
  return engine;
}

function meaningEngineOf({ database, settings, log }: Dependencies): MeaningEngine | undefined {
  const { embeddings, searchCacheBytes } = settings;
  if (embeddings === undefined) return undefined;
  let model: Promise<EmbeddingModel> | undefined;
  return {
    index: createVectorIndex({ database, log, maxBytes: searchCacheBytes }),
    graphs: createGraphSearch({ database, log }),
    embed: createQueryEmbedder(embeddings),
    model: () => {
      model ??= registerModel(database, embeddings).catch((error: unknown) => {
        model = undefined;
        throw error;
      });
      return model;
    },
  };
}
