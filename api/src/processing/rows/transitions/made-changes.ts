import type { PassageChange, ReplacedChunk } from '../../../extraction/chunking/chunk-change.ts';
import type { Chunk } from '../../../extraction/chunking/chunk-document.ts';

/** What became of the changes that people had made of a document's chunks, when these were made anew. */
export interface MadeChanges {
  applied: readonly {
    id: string;
    start: number;
    end: number;
    replaced: readonly ReplacedChunk[];
  }[];
  /** Ids of those whose passage is not in the text. */
  lost: readonly string[];
  /** Numbers of the chunks that are switched off. */
  off: readonly number[];
}

/** Returns what became of `changes`; nothing where there were none. */
export function madeChanges(
  changes: readonly PassageChange[] | undefined,
  chunks: readonly Chunk[],
): { changes?: MadeChanges } {
  if (changes === undefined || changes.length === 0) return {};
  const applied = chunks.flatMap(({ change }) =>
    change?.made === undefined ? [] : [{ id: change.id, ...change.made }],
  );
  const known = new Set(applied.map(({ id }) => id));
  return {
    changes: {
      applied,
      lost: changes.map(({ id }) => id).filter((id) => !known.has(id)),
      off: chunks.flatMap(({ change }, number) => (change?.off === true ? [number] : [])),
    },
  };
}
