import type { DocumentBlock } from '@carrel/shared/contract';

/** Lines of a table or a list that are one piece. */
const LINES_MAX = 100;
/** Characters of a paragraph that are one piece. */
const CHARACTERS_MAX = 20_000;
/** Characters, with some for each piece, that are rendered together. */
const SECTION_COST = 6000;
const PIECE_COST = 60;

/** A block, or a part of a long one, as it is rendered. */
export interface Piece {
  kind: 'heading' | 'paragraph' | 'table' | 'list' | 'envelope' | 'page';
  text: string;
  /** Its place in the document's text. */
  start: number;
  /** Of a heading, from 2 to 6. */
  level: number;
  /** Of a separator of pages. */
  page: number;
  /** Whether the first line of a table names its columns. */
  hasHead: boolean;
}

/** Pieces that are rendered together. */
export interface Section {
  pieces: Piece[];
  start: number;
  /** Pixels of it, until it has been rendered. */
  estimate: number;
}

const ENVELOPE = /^(?:From|To|Cc|Date): /;

/** Whether this block of an e-mail is its addresses and its date. */
function isEnvelope({ kind, text }: DocumentBlock): boolean {
  return kind === 'paragraph' && text.split('\n').every((line) => ENVELOPE.test(line));
}

/** Cuts blocks into pieces, with separators where a page ends. */
export function piecesOf(blocks: readonly DocumentBlock[], isMail: boolean): Piece[] {
  const pieces: Piece[] = [];
  let page: number | undefined;
  let depth = 1;
  for (const [index, block] of blocks.entries()) {
    const { kind, text, start } = block;
    const piece = { text, start, level: 2, page: 0, hasHead: false };
    if (typeof block.page === 'number' && block.page !== page) {
      page = block.page;
      pieces.push({ ...piece, kind: 'page', text: '', page });
    }
    if (kind === 'heading') {
      // A reader of headings expects no level to be left out.
      depth = Math.min((block.level ?? 1) + 1, depth + 1, 6);
      pieces.push({ ...piece, kind: 'heading', level: depth });
    } else if (kind === 'table' || kind === 'list') {
      for (const [at, part] of linesOf(text, start).entries()) {
        pieces.push({ ...piece, kind, ...part, hasHead: at === 0 && text.includes('\n') });
      }
    } else if (isMail && index < 2 && isEnvelope(block)) {
      pieces.push({ ...piece, kind: 'envelope' });
    } else {
      for (let at = 0; at < text.length; at += CHARACTERS_MAX) {
        const part = text.slice(at, at + CHARACTERS_MAX);
        pieces.push({ ...piece, kind: 'paragraph', text: part, start: start + at });
      }
    }
  }
  return pieces;
}

/** Cuts a text after every `LINES_MAX` lines. */
function linesOf(text: string, start: number): { text: string; start: number }[] {
  const lines = text.split('\n');
  const parts: { text: string; start: number }[] = [];
  let at = start;
  for (let line = 0; line < lines.length; line += LINES_MAX) {
    const part = lines.slice(line, line + LINES_MAX).join('\n');
    parts.push({ text: part, start: at });
    at += part.length + 1;
  }
  return parts;
}

/** Groups pieces into sections of about the same size. */
export function sectionsOf(pieces: readonly Piece[]): Section[] {
  const sections: Section[] = [];
  let cost = Infinity;
  for (const piece of pieces) {
    const section = sections.at(-1);
    if (section === undefined || cost >= SECTION_COST) {
      cost = 0;
      sections.push({ pieces: [piece], start: piece.start, estimate: estimateOf(piece) });
    } else {
      section.pieces.push(piece);
      section.estimate += estimateOf(piece);
    }
    cost += piece.text.length + PIECE_COST;
  }
  return sections;
}

function estimateOf({ kind, text }: Piece): number {
  if (kind === 'table') return 33 * text.split('\n').length + 16;
  if (kind === 'page') return 40;
  return 22 * Math.max(text.split('\n').length, Math.ceil(text.length / 80)) + 14;
}
