import type { Database } from '../../platform/database/database.ts';
import type { Reader } from '../../platform/database/reader.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ModelSource } from '../../platform/model-status.ts';
import { embeddingsOf } from '../../models/embeddings.ts';
import type { QueryEmbedder } from '../../models/embedding/query-embedder.ts';
import type { Reranker } from '../../models/embedding/reranker.ts';
import { rerankerOf } from '../../models/reranking.ts';
import type { EmbeddingModel } from '../../search-index/vectors/embedding-models.ts';
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
  /** Searching by meaning; undefined without an embedding model, and until it is ready. */
  readonly meaning: MeaningEngine | undefined;
  /** Why the model that the settings name is not ready, in a sentence that says nothing of the server. */
  readonly meaningReason: string | undefined;
  /** Undefined without a reranking model, and until it is ready. */
  readonly rerank: Reranker | undefined;
}

export interface MeaningEngine {
  index: VectorIndex;
  graphs: SearchGraphs;
  embed: QueryEmbedder;
  /** The model of the settings. */
  model: EmbeddingModel;
}

// By database, so that several servers in one test process have their own.
const engines = new WeakMap<Database, SearchEngine>();

/** Returns the process's engine. Its threads are started by the first search. */
export function searchEngineOf(dependencies: Dependencies): SearchEngine {
  const { database, settings, models } = dependencies;
  const known = engines.get(database);
  if (known !== undefined) return known;
  const meaning = meaningOf(dependencies);
  const reranker = rerankerOf(dependencies);
  const engine: SearchEngine = {
    reads: database,
    database,
    wordThread: createWordThread({ cacheBytes: settings.searchCacheBytes }),
    obsolete: new ObsoleteDocuments(),
    get meaning() {
      return meaning();
    },
    get meaningReason() {
      return reasonOf(models.embeddings);
    },
    get rerank() {
      return reranker?.current();
    },
  };
  engines.set(database, engine);
  return engine;
}

/** Returns what searches by meaning once the model is ready. */
function meaningOf(dependencies: Dependencies): () => MeaningEngine | undefined {
  const { database, settings, log } = dependencies;
  const embeddings = embeddingsOf(dependencies);
  if (embeddings === undefined) return () => undefined;
  embeddings.started.catch((error: unknown) => log.error('open the embedding model', error));
  const index = createVectorIndex({ database, log, maxBytes: settings.searchCacheBytes });
  const graphs = createGraphSearch({ database, log });
  return () => {
    const current = embeddings.current();
    return current && { index, graphs, embed: embeddings.embedQuery, model: current.model };
  };
}

/** Those who may see the models read more there: a reason may name folders of the server. */
function reasonOf(source: ModelSource | undefined): string | undefined {
  switch (source?.status().state) {
    case 'loading':
      return 'The embedding model is being loaded.';
    case 'unavailable':
      return 'The embedding model is not available at present.';
    default:
      return undefined;
  }
}
