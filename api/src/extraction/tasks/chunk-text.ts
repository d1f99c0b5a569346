import { chunkDocument, type ChunkingInput } from '../chunking/chunk-document.ts';
import { signText } from '../signatures/sign-text.ts';
import type { ChunkedText } from './tasks.ts';

/** Splits a text into chunks, and signs it. @throws as `chunkDocument`. */
export const chunkText = (input: ChunkingInput): ChunkedText => ({
  chunks: chunkDocument(input),
  signature: signText(input.blocks),
});
