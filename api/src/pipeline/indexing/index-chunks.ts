import type { SearchLanguage } from '@carrel/shared/contract';

import { detectLanguage } from '../../search-index/analysis/detect-language.ts';
import { buildPart } from '../../search-index/segments/part.ts';
import type { Chunk } from '../chunking/chunk-document.ts';

/** The chunks of a document, and what is known of it. */
export interface IndexChunksInput {
  chunks: readonly Chunk[];
  name: string;
  /** Undefined to detect it. */
  language: SearchLanguage | undefined;
}

/** Characters from which a language is detected. */
const SAMPLE = 4000;

/** Returns the index of a document's words. A chunk is also found by the words of the document's name. */
export function indexChunks({ chunks, name, language }: IndexChunksInput): Uint8Array {
  const texts = chunks.map(({ text, rendered }) => ({
    text: rendered ?? text,
    context: name.replace(/\.[^.]*$/, ''),
  }));
  return buildPart(texts, language ?? detectLanguage(sampleOf(chunks)));
}

function sampleOf(chunks: readonly Chunk[]): string {
  let sample = '';
  for (const { text } of chunks) {
    if (sample.length >= SAMPLE) break;
    sample += `${text}\n`;
  }
  return sample;
}
