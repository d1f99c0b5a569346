import { CHUNK_OVERLAP_DEFAULT, CHUNK_SIZE_DEFAULT } from '@carrel/shared/contract';

import type { ChunkingInput } from './chunk-document.ts';

/** What a dataset says about splitting its documents. */
export type DatasetChunking = Pick<ChunkingInput, 'settings' | 'metadata' | 'template'>;

/** Reads a dataset's settings the way every document of it is split. */
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
    // An empty one is stored as none.
    ...(template ? { template } : {}),
  };
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}
