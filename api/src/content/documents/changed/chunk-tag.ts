import { createHash } from 'node:crypto';

import type { ChunkChangeKind } from '@carrel/shared/contract';

import type { ChunkChangeMarks, ChunkMarks } from '../../../extraction/chunking/chunk-change.ts';

/** What a request says that it saw of a chunk. */
interface TaggedChunk {
  text: string;
  start?: number;
  end?: number;
  change?: ChunkChangeMarks;
}

/** Returns what people did to a chunk that is a piece of a change. */
export function kindsOf(
  { pieces, replaced }: { pieces: readonly unknown[]; replaced: readonly unknown[] },
  { off, keywords = [], questions = [] }: ChunkMarks,
  isEdited: boolean,
): ChunkChangeKind[] {
  return [
    ...(off === true ? (['off'] as const) : []),
    ...(isEdited ? (['edited'] as const) : []),
    ...(pieces.length > 1 ? (['split'] as const) : []),
    ...(replaced.length > 1 ? (['joined'] as const) : []),
    ...(keywords.length > 0 ? (['keywords'] as const) : []),
    ...(questions.length > 0 ? (['questions'] as const) : []),
  ];
}

/** Returns the entity tag of a chunk, by which a request says what it saw. It says nothing of the chunk's number. */
export function chunkTag({ text, start, end, change }: TaggedChunk): string {
  const { id = null, off = false, keywords = [], questions = [] } = change ?? {};
  const seen = JSON.stringify([start ?? null, end ?? null, text, id, off, keywords, questions]);
  return createHash('sha256').update(seen).digest('hex').slice(0, 32);
}
