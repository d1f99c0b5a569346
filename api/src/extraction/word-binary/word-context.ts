import type { Block } from '../blocks/block.ts';
import type { Omissions } from '../blocks/omissions.ts';
import type { BinaryLists } from './binary-lists.ts';
import type { BinaryStyles } from './binary-styles.ts';
import type { PropertyRun } from './property-pages.ts';
import type { TextPiece } from './text-pieces.ts';

/** What the readers of a document's stories share. */
export interface BinaryContext {
  main: Buffer;
  data: Buffer;
  pieces: readonly TextPiece[];
  characters: readonly PropertyRun[];
  paragraphs: readonly PropertyRun[];
  styles: BinaryStyles;
  lists: BinaryLists;
  fonts: readonly string[];
  omitted: Omissions;
  references: References;
  /** Characters that may still be read: notes may claim the same text again and again. */
  left: number;
  /** Reads a part of the text; in headers and notes there are no headings. */
  blocksOf: (context: BinaryContext, start: number, end: number, isHeader: boolean) => Block[];
}

/** What characters of the body refer to, by their place. */
export interface References {
  /** Whether a note is here whose mark was chosen by the writer. */
  hasOwnMark: (at: number) => boolean;
  /** Returns the note that is referred to here, with its mark. */
  noteAt: (context: BinaryContext, at: number, ownMark: string | undefined) => Block[];
  commentAt: (context: BinaryContext, at: number) => Block[];
  /** Returns the text of the shape that is anchored here. */
  shapeAt: (context: BinaryContext, at: number) => Block[];
}
