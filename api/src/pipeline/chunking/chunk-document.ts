import type { Block } from '../partition/block.ts';
import { chunkText, type ChunkSettings } from './chunk-text.ts';
import { parseTemplate, renderTemplate, TemplateError } from './chunk-template.ts';

/** A document, and the chunking settings of its dataset. */
export interface ChunkingInput {
  blocks: readonly Block[];
  settings: ChunkSettings;
  template?: string;
  metadata: Readonly<Record<string, unknown>>;
  document: { name: string; path: string };
}

/** A piece of a document. Where there is a template, `rendered` is embedded instead of `text`. */
export interface Chunk {
  text: string;
  rendered?: string;
}

/** @throws {TemplateError} where the template fails, or renders nothing of the document. */
export function chunkDocument(input: ChunkingInput): Chunk[] {
  const texts = chunkText(input.blocks, input.settings);
  if (input.template === undefined) return texts.map((text) => ({ text }));
  const template = parseTemplate(input.template);
  const chunks = texts.map((text, index) => ({
    text,
    rendered: renderTemplate(template, {
      chunk: { text, index },
      document: input.document,
      metadata: input.metadata,
    }),
  }));
  if (chunks.every(({ rendered }) => rendered.trim() === '')) {
    throw new TemplateError('The chunk template left nothing of the text.');
  }
  return chunks;
}
