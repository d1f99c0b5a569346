import type { Block } from '../blocks/block.ts';
import { applyChanges, type AppliedChange } from './apply-changes.ts';
import type { ChangedRange, ChunkChangeMarks, PassageChange } from './chunk-change.ts';
import type { TokenRoom } from './chunk-extent.ts';
import { createChunkMeter } from './chunk-limits.ts';
import { positionsOf, trails, type ChunkPosition } from './chunk-position.ts';
import { chunkRanges, textOf, type ChunkSettings } from './chunk-text.ts';
import { tokenCounter } from './chunk-tokens.ts';
import {
  parseTemplate,
  renderTemplate,
  TemplateError,
  type TemplateContext,
} from './chunk-template.ts';
import { contextOf } from './embedded-text.ts';

/** A document, and the chunking settings of its dataset. */
export interface ChunkingInput {
  blocks: readonly Block[];
  settings: ChunkSettings;
  template?: string;
  metadata: Readonly<Record<string, unknown>>;
  document: TemplateContext['document'];
  /** What people changed of its chunks before. */
  changes?: readonly PassageChange[] | undefined;
}

/**
 * A piece of a document: what is at its position, and before it the heading row of a table within which it
 * starts. Where there is a template, `rendered` is embedded instead of `text`. Chunks that
 * an earlier version stored may lack their position.
 */
export interface Chunk extends Partial<ChunkPosition> {
  text: string;
  rendered?: string;
  /** What people changed of it. */
  change?: ChunkChangeMarks;
}

/**
 * @throws {TemplateError} where the template fails, or renders nothing of the document.
 * @throws {TooManyChunks} where the chunks take too much room.
 */
export function chunkDocument(input: ChunkingInput): (Chunk & ChunkPosition)[] {
  const template = input.template === undefined ? undefined : parseTemplate(input.template);
  const {
    text: whole,
    starts,
    ranges: own,
  } = chunkRanges(input.blocks, input.settings, roomFor(input, template));
  const { ranges, applied }: { ranges: readonly ChangedRange[]; applied: AppliedChange[] } =
    input.changes === undefined || input.changes.length === 0
      ? { ranges: own, applied: [] }
      : applyChanges(whole, own, input.changes);
  const meter = createChunkMeter(whole.length, 'settings');
  const texts = ranges.map((range) => {
    const text = range.text ?? textOf(whole, range);
    meter.add(text.length);
    return text;
  });
  const located: (Chunk & ChunkPosition)[] = positionsOf(input.blocks, starts, ranges).map(
    (position, at) => Object.assign({ text: texts[at] ?? '' }, position),
  );
  if (template !== undefined) {
    render(input, template, located, whole);
    if (located.every(({ rendered = '' }) => rendered.trim() === '')) {
      throw new TemplateError('The chunk template left nothing of the text.');
    }
  }
  if (applied.length === 0) return located;
  const inOrder = applied.flatMap(({ replaced }) => replaced).toSorted((a, b) => a.start - b.start);
  const replaced = positionsOf(input.blocks, starts, inOrder).map((position, at): Chunk => {
    const range = inOrder[at];
    return Object.assign({ text: range === undefined ? '' : textOf(whole, range) }, position);
  });
  if (template !== undefined) render(input, template, replaced, whole);
  const chunkOf = new Map(inOrder.map((range, at) => [range, replaced[at]]));
  return withChanges(located, ranges, applied, (each) =>
    each.replaced.flatMap((range) => chunkOf.get(range) ?? []),
  );
}

/** Adds to chunks what people changed of them. */
function withChanges(
  chunks: (Chunk & ChunkPosition)[],
  ranges: readonly ChangedRange[],
  applied: readonly AppliedChange[],
  replacedOf: (change: AppliedChange) => Chunk[],
): (Chunk & ChunkPosition)[] {
  const made = new Map(applied.map((change) => [change.id, change]));
  for (const [at, { change }] of ranges.entries()) {
    const chunk = chunks[at];
    if (change === undefined || chunk === undefined) continue;
    const first = made.get(change.id);
    made.delete(change.id);
    chunk.change =
      first === undefined
        ? change
        : { ...change, made: { start: first.start, end: first.end, replaced: replacedOf(first) } };
  }
  return chunks;
}

/** @throws {TemplateError} @throws {TooManyChunks} */
function render(
  { document, metadata }: ChunkingInput,
  template: Template,
  chunks: readonly Chunk[],
  whole: string,
): void {
  const meter = createChunkMeter(whole.length, 'template');
  for (const [index, chunk] of chunks.entries()) {
    chunk.rendered = renderTemplate(template, {
      chunk: { text: chunk.text, index },
      document,
      metadata,
    });
    meter.add(chunk.rendered.length);
  }
}

/** Returns the room in the tokens of the model beside what is embedded with each chunk. */
function roomFor(
  { blocks, settings: { tokens }, document, metadata }: ChunkingInput,
  template: Template | undefined,
): ((starts: readonly number[]) => TokenRoom) | undefined {
  if (tokens === undefined) return undefined;
  const counter = tokenCounter(tokens);
  const room = tokens.max - counter.marks - 1;
  if (template !== undefined) {
    const around = counter.count(renderedAround(template, { document, metadata }));
    return () => ({ counter, at: () => room - around });
  }
  return (starts) => {
    const trailOf = trails(blocks, starts);
    let last = { context: '', tokens: 0 };
    const at = (start: number, end: number) => {
      const context = contextOf(trailOf({ start, end }).headings, document);
      if (context !== last.context) last = { context, tokens: counter.count(context) };
      return room - last.tokens;
    };
    return { counter, at };
  };
}

/** Returns what a template adds to a text, as far as it renders without one. */
function renderedAround(
  template: Template,
  context: Pick<ChunkingInput, 'document' | 'metadata'>,
): string {
  try {
    return renderTemplate(template, { ...context, chunk: { text: '', index: 0 } });
  } catch {
    return '';
  }
}

type Template = ReturnType<typeof parseTemplate>;
