import type { DocumentMetadata, DocumentStatus, Omission } from '@carrel/shared/contract';

import type { VectorPiece } from '../../../search-index/vectors/write-vectors.ts';
import type { Chunk } from '../../../extraction/chunking/chunk-document.ts';
import type { TextSignature } from '../../../extraction/signatures/sign-text.ts';
import type { Block } from '../../../extraction/blocks/block.ts';
import type { MadeChanges } from './made-changes.ts';
import type { StageEntry } from './stage-entry.ts';

/** A document's move from one stage to the next, with the output of that stage. */
export interface Transition {
  organizationId: string;
  documentId: string;
  /** The token under which the document was claimed. */
  attempt: string;
  from: DocumentStatus;
  to: DocumentStatus;
  error?: string;
  blocks?: readonly Block[];
  /** The same of a small document, as `packText` returns it: written with its chunks. */
  packedText?: Uint8Array;
  /** What the file says about itself; absent where it was not read. */
  metadata?: DocumentMetadata;
  /** What the reader left out; absent where the file was not read, whose reader stays the earlier one then. */
  omitted?: readonly Omission[];
  chunks?: readonly Chunk[];
  /** Of the text that the chunks were made of. */
  signature?: TextSignature;
  /** What became of the changes that people made; absent for none. */
  changes?: MadeChanges;
  /** The index of the chunks' words. */
  part?: Uint8Array;
  /** Whether the part was written before: the document is searched from this transition on. */
  isIndexed?: boolean;
  vectors?: readonly Uint8Array[];
  /** What happened since the last transition. */
  history?: readonly StageEntry[];
  /** Of the settings that the chunks were made with. */
  settingsHash?: string;
}

/** Vectors of several documents. */
export const vectorPieces = (transitions: readonly Transition[]): VectorPiece[] =>
  transitions.map(({ documentId, vectors = [] }) => ({ documentId, first: 0, vectors }));
