import type { DocumentStatus } from '@carrel/shared/contract';

import type { Chunk } from '../chunking/chunk-document.ts';
import type { Block } from '../partition/block.ts';

/** A document going from one stage to the next, with what that stage made of it. */
export interface Transition {
  organizationId: string;
  documentId: string;
  /** The token under which the document was claimed. */
  attempt: string;
  from: DocumentStatus;
  to: DocumentStatus;
  error?: string;
  blocks?: readonly Block[];
  chunks?: readonly Chunk[];
  vectors?: readonly Uint8Array[];
}

/** Chunks of several documents, a row each. */
export const chunkRows = (moves: readonly Transition[]) =>
  moves.flatMap(({ documentId, chunks = [] }) =>
    chunks.map((chunk, number) => ({ documentId, number, ...chunk })),
  );

/** Vectors of several documents, a row each. */
export const vectorRows = (moves: readonly Transition[]) =>
  moves.flatMap(({ documentId, vectors = [] }) =>
    vectors.map((vector, number) => ({ documentId, number, vector })),
  );

/** A vector as a statement takes it. */
export const vectorText = (vector: Uint8Array): string => Buffer.from(vector).toString('base64');
