import type { RtfStory } from './rtf-story.ts';

/** What a brace restores. */
export interface Group {
  font: number;
  /** Characters that stand for one of Unicode, for programs that do not know it. */
  fallbacks: number;
  isHidden: boolean;
  isDeleted: boolean;
  inTable: boolean;
  tableDepth: number;
  style: number | undefined;
  outline: number | undefined;
  listDepth: number;
  /** The list that its paragraph is in. */
  list: number | undefined;
  story: RtfStory;
  /** Where the text goes that is none of a story. */
  into: 'text' | 'fonts' | 'styles' | 'value';
  /** What is done with the group at its end. */
  end?: (() => void) | undefined;
}

export const PLAIN = { isHidden: false, isDeleted: false };
export const PARAGRAPH = {
  inTable: false,
  tableDepth: 1,
  style: undefined,
  outline: undefined,
  listDepth: 0,
  list: undefined,
};
