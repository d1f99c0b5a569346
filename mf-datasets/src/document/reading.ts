import type { DocumentBlock, DocumentDetail } from '@carrel/shared/contract';

import type { DocumentPlace } from '../data/document.api.ts';
import type { Marks, TextRange } from './marks/marks.ts';

/** The text of a document, as far as it has been loaded. */
export interface LoadedText {
  blocks: readonly DocumentBlock[];
  /** Whether the first blocks are being loaded. */
  isPending: boolean;
  isComplete: boolean;
  /** Null without one. */
  error: Error | null;
  isFetching: boolean;
  /** Loads the text up to a place of it; its identity is stable. */
  loadTo: (place: number) => void;
  retry: () => void;
}

/** A place of the text that a view scrolls to; each request is an object of its own. */
export interface ScrollTarget {
  place: number;
  /** The page that has it, where it is known before the text. */
  page?: number | undefined;
  /** The same hit, found more exactly: who has scrolled since is not moved again. */
  isRefined?: boolean;
}

/** A text that was read from a picture by OCR, and the words of the link in it. */
export interface ReadPassage {
  text: string;
  words: readonly TextRange[];
}

/** What a view shows of a document, and what it reports. */
export interface Reading {
  place: DocumentPlace;
  document: DocumentDetail;
  text: LoadedText;
  marks: Marks;
  target: ScrollTarget | undefined;
  /** The selected passage, if it was read from a picture: its words cannot be marked there. */
  passage: ReadPassage | undefined;
  /** What a person should know about the place that is shown, in a sentence. */
  note: string | undefined;
  /** Called with the place in the text that was clicked. */
  onPick: (place: number) => void;
}

/** The place behind the last block that has been loaded. */
export function endOf(blocks: readonly DocumentBlock[]): number {
  const last = blocks.at(-1);
  return last === undefined ? 0 : last.start + last.text.length;
}
