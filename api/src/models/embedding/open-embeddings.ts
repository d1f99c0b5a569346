import type { ChunkTokens } from '../../extraction/chunking/chunk-tokens.ts';
import type { EmbeddingModel } from '../../search-index/vectors/embedding-models.ts';
import type { ModelSource } from '../../platform/model-status.ts';
import type { Embedder } from './embedder.ts';
import type { QueryEmbedder } from './query-embedder.ts';

/** A model that is ready. */
export interface CurrentEmbeddings {
  model: EmbeddingModel;
  /** Embeds texts of documents. */
  embed: Embedder;
  /** What the model reads of a text; undefined where that is not known. */
  chunkTokens: ChunkTokens | undefined;
}

/** A model that is opened, whatever other servers use. */
export interface OpenEmbeddings {
  /** Undefined while it is opened, and where it cannot be used. */
  current: () => CurrentEmbeddings | undefined;
  embedQuery: QueryEmbedder;
  source: ModelSource;
  /** What the start of the server waits for. */
  started: Promise<void>;
  /** Resolves once documents can be embedded. */
  ready: Promise<void>;
  /** Calls a function when a service that was away is back. */
  onRecovered: (listener: () => void) => void;
  /** Ends what runs: texts that are embedded reject with PoolClosed, or as unavailable. */
  close: () => void;
}
