import type { Block } from '../blocks/block.ts';
import { createChunkMeter } from './chunk-limits.ts';
import { positionsOf, type ChunkPosition } from './chunk-position.ts';
import { chunkRanges, textOf, type ChunkSettings } from './chunk-text.ts';
import {
  parseTemplate,
  renderTemplate,
  TemplateError,
  type TemplateContext,
} from './chunk-template.ts';

/** A document, and the chunking settings of its dataset. */
export interface ChunkingInput {
  blocks: readonly Block[];
  settings: ChunkSettings;
  template?: string;
  metadata: Readonly<Record<string, unknown>>;
  document: TemplateContext['document'];
}

/**
 * A piece of a document: what is at its position, and before it the heading row of a table within which it
 * starts. Where there is a template, `rendered` is embedded instead of `text`. Chunks that
 * an earlier version stored may lack their position.
 */
export interface Chunk extends Partial<ChunkPosition> {
  text: string;
  rendered?: string;
}

/**
 * @throws {TemplateError} where the template fails, or renders nothing of the document.
 * @throws {TooManyChunks} where the chunks take too much room.
 */
export function chunkDocument(input: ChunkingInput): (Chunk & ChunkPosition)[] {
  const { text: whole, starts, ranges } = chunkRanges(input.blocks, input.settings);
  const meter = createChunkMeter(whole.length, 'settings');
  const texts = ranges.map((range) => {
    const text = textOf(whole, range);
    meter.add(text.length);
    return text;
  });
  const located = positionsOf(input.blocks, starts, ranges).map((position, at) =>
    Object.assign({ text: texts[at] ?? '' }, position),
  );
  if (input.template === undefined) return located;
  const template = parseTemplate(input.template);
  const renderedMeter = createChunkMeter(whole.length, 'template');
  const chunks = located.map((chunk, index) => {
    const rendered = renderTemplate(template, {
      chunk: { text: chunk.text, index },
      document: input.document,
      metadata: input.metadata,
    });
    renderedMeter.add(rendered.length);
    return Object.assign(chunk, { rendered });
  });
  if (chunks.every(({ rendered }) => rendered.trim() === '')) {
    throw new TemplateError('The chunk template left nothing of the text.');
  }
  return chunks;
}
