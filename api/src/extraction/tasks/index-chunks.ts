import type { SearchLanguage } from '@carrel/shared/contract';

import { detectLanguage } from '../../search-index/analysis/detect-language.ts';
import { buildPart } from '../../search-index/segments/part.ts';
import { addedTo } from '../chunking/chunk-change.ts';
import type { Chunk } from '../chunking/chunk-document.ts';
import { isRowsLabel } from '../chunking/table-rows.ts';

/** The chunks of a document, and what is known of it. */
export interface IndexChunksInput {
  chunks: readonly Pick<Chunk, 'text' | 'rendered' | 'headings' | 'change'>[];
  /** With its folders. */
  path: string;
  /** Undefined to detect it. */
  language: SearchLanguage | undefined;
}

/** Of a text that is too short to tell. Languages matter to the forms of a query's words alone. */
const DEFAULT_LANGUAGE: SearchLanguage = 'english';
/** Characters from which a language is detected. */
const SAMPLE = 4000;

/**
 * Returns the index of a document's words. A chunk is also found by its document's name and its headings, and by the
 * keywords and questions that people added. One that is switched off has no words.
 */
export function indexChunks({ chunks, path, language }: IndexChunksInput): Uint8Array {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const title = chunks[0]?.headings?.find(isTitle);
  const texts = chunks.map(({ text, rendered, headings = [], change }) =>
    change?.off === true
      ? { text: '', context: '' }
      : {
          text: rendered ?? text,
          context: [...headings.filter(isTitle), ...addedTo(change)].join('\n'),
        },
  );
  const document = {
    chunks: texts,
    names: [name, ...(title === undefined ? [] : [title])],
    folder: path.slice(0, Math.max(0, path.lastIndexOf('/'))),
  };
  return buildPart(document, language ?? detectLanguage(sampleOf(chunks)) ?? DEFAULT_LANGUAGE);
}

/** Nobody looks for the numbers of rows. */
const isTitle = (heading: string) => !isRowsLabel(heading);

function sampleOf(chunks: IndexChunksInput['chunks']): string {
  let sample = '';
  for (const { text } of chunks) {
    if (sample.length >= SAMPLE) break;
    sample += `${text}\n`;
  }
  return sample;
}
