/** The most characters that are read of a file. */
export const TEXT_MAX = 20_000_000;

/** One piece of a document's text, in reading order. */
export interface Block {
  kind: 'heading' | 'paragraph' | 'table' | 'list';
  text: string;
  /** Depth of a heading, from 1. */
  level?: number;
  /** Page or slide, from 1, where the format has them. */
  page?: number;
  /** Set on the first block of a slide without a title: earlier slides' headings do not apply to it. */
  startsSlide?: true;
  /** How sure OCR is of the text, from 0 to 100; absent where the text is the file's own. */
  confidence?: number;
}
