import { CHUNK_OVERLAP_DEFAULT, CHUNK_SIZE_DEFAULT } from '@carrel/shared/contract';

import type { ChunkingInput } from './chunk-document.ts';
import type { ChunkTokens } from './chunk-tokens.ts';

/** How a dataset splits its documents. */
export type DatasetChunking = Pick<ChunkingInput, 'settings' | 'metadata' | 'template'>;

/** Returns the chunking settings of a dataset, with defaults for those that it lacks. */
export function datasetChunking(
  template: string | null | undefined,
  parameters: Readonly<Record<string, unknown>> | null | undefined,
): DatasetChunking {
  const metadata = parameters ?? {};
  return {
    settings: {
      size: numberOr(metadata['chunk_size'], CHUNK_SIZE_DEFAULT),
      overlap: numberOr(metadata['chunk_overlap'], CHUNK_OVERLAP_DEFAULT),
    },
    metadata,
    // An empty template is treated as none.
    ...(template ? { template } : {}),
  };
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

/** Returns chunking whose chunks fit the model, unless the dataset has a size of its own. */
export function fittedToModel<Chunking extends DatasetChunking>(
  chunking: Chunking,
  tokens: ChunkTokens | undefined,
): Chunking {
  if (tokens === undefined || typeof chunking.metadata['chunk_size'] === 'number') return chunking;
  return { ...chunking, settings: { ...chunking.settings, tokens } };
}
