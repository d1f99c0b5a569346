import type { DocumentChunk } from '@carrel/shared/contract';

/** The selected chunk of a document. */
export interface Selection {
  /** Undefined without one. */
  number: number | undefined;
  /** Undefined while it is loaded. */
  chunk: DocumentChunk | undefined;
  error: Error | null;
  retry: () => void;
  /** Selects a chunk, and scrolls the document to it; its identity is stable. */
  select: (number: number) => void;
}
