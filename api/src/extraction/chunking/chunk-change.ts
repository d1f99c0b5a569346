import type { HeadedRange } from './chunk-text.ts';
import type { ChunkPosition } from './chunk-position.ts';

/** What a person says of a chunk besides its text. */
export interface ChunkMarks {
  off?: true;
  keywords?: readonly string[];
  questions?: readonly string[];
}

/** A chunk that stands for a passage, or for a part of it. */
export interface ChangedPiece extends ChunkMarks {
  /** Absent where it is the text of the document, as without the change. */
  text?: string;
  /** Whether a person wrote the text. */
  edited?: true;
  /** Which part of the passage it stands for, in UTF-16 units of it. */
  from: number;
  to: number;
}

/** A passage of a document, and the chunks that stand for it. */
export interface PassageChange {
  id: string;
  /** Where it was when it was changed, in UTF-16 units of the document's text. */
  start: number;
  end: number;
  /** As the document had it. */
  passage: string;
  pieces: readonly ChangedPiece[];
}

/** A chunk as it is without a change. */
export interface ReplacedChunk extends Partial<ChunkPosition> {
  text: string;
  rendered?: string;
}

/** What a changed chunk is of its change. Of the first chunk of one that was just made, `made` says of what. */
export interface ChunkChangeMarks extends ChunkMarks {
  id: string;
  /** The text of the document, where a person wrote another. */
  original?: string;
  made?: { start: number; end: number; replaced: readonly ReplacedChunk[] };
}

/** A range of which a change made something else. */
export interface ChangedRange extends HeadedRange {
  change?: ChunkChangeMarks;
  /** Instead of the text of the document. */
  text?: string;
}

export const marksOf = ({ off, keywords = [], questions = [] }: ChunkMarks): ChunkMarks => ({
  ...(off === true && { off }),
  ...(keywords.length > 0 && { keywords }),
  ...(questions.length > 0 && { questions }),
});

/** Returns what people added to a chunk that is searched with it, and is no text of the document. */
export const addedTo = ({ keywords = [], questions = [] }: ChunkMarks = {}): readonly string[] => [
  ...keywords,
  ...questions,
];
