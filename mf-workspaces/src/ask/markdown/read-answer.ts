import type { MarkedToken, Token, Tokens } from 'marked';

import { lexAnswer } from './answer-lexer.ts';

/** A citation of the passage with this number, or text. */
type CitedPart = { type: 'text'; text: string } | { type: 'citation'; passage: number };

/** Text with its emphases. There are no links, images and HTML: these are text. */
export type Inline =
  | CitedPart
  /** Where a link led to. */
  | { type: 'address'; text: string }
  | { type: 'code'; text: string }
  | { type: 'break' }
  | { type: 'strong' | 'em' | 'del'; content: Inline[] };

export type Block =
  | { type: 'paragraph'; content: Inline[] }
  | { type: 'heading'; depth: number; content: Inline[] }
  | { type: 'code'; language: string; text: string }
  /** `start` is the first number of an ordered list. */
  | { type: 'list'; start: number | undefined; loose: boolean; items: Block[][] }
  | { type: 'quote'; blocks: Block[] }
  /** The first row is the head. */
  | { type: 'table'; align: Align[]; rows: Inline[][][] }
  | { type: 'rule' };

export type Align = 'center' | 'left' | 'right' | null;

/** A block of an answer. Blocks of the same source and the same reading are the same. */
export interface AnswerBlock {
  source: string;
  isPlain: boolean;
  block: Block;
}

/** Characters of an answer that are read as Markdown. */
const MARKDOWN_MAX = 30_000;

/** Returns the blocks of an answer in Markdown, or plain paragraphs of a text that is too long or too deep for it. */
export function readAnswer(text: string, passages: number): AnswerBlock[] {
  if (text.length <= MARKDOWN_MAX) {
    try {
      return lexAnswer(text).flatMap((token) =>
        new TokenReader(passages)
          .blocks([token])
          .map((block) => ({ source: token.raw, isPlain: false, block })),
      );
    } catch {
      // Half an answer may be any text: what the lexer does not read is shown as it is.
    }
  }
  return text
    .split(/\n\s*\n/u)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((source) => ({
      source,
      isPlain: true,
      block: { type: 'paragraph', content: citedParts(source, passages) },
    }));
}

class TokenReader {
  readonly #passages: number;

  constructor(passages: number) {
    this.#passages = passages;
  }

  blocks(tokens: readonly Token[]): Block[] {
    return tokens.flatMap((token) => this.#block(token as MarkedToken) ?? []);
  }

  #block(token: MarkedToken): Block | undefined {
    switch (token.type) {
      case 'space':
        return undefined;
      case 'heading':
        return { type: 'heading', depth: token.depth, content: this.#inlines(token.tokens) };
      case 'code':
        return { type: 'code', language: token.lang ?? '', text: token.text };
      case 'list':
        return {
          type: 'list',
          start: token.start === '' ? undefined : token.start,
          loose: token.loose,
          items: token.items.map((item) => this.blocks(withBox(item.tokens))),
        };
      case 'blockquote':
        return { type: 'quote', blocks: this.blocks(token.tokens) };
      case 'table':
        return {
          type: 'table',
          align: token.align,
          rows: [token.header, ...token.rows].map((row) =>
            row.map((cell) => this.#inlines(cell.tokens)),
          ),
        };
      case 'hr':
        return { type: 'rule' };
      default:
        // Paragraphs, and in the items of lists text.
        return { type: 'paragraph', content: this.#inlines(childrenOf(token)) };
    }
  }

  #inlines(tokens: readonly Token[]): Inline[] {
    const inlines: Inline[] = [];
    let cited = '';
    const endText = () => {
      for (const part of citedParts(cited, this.#passages)) push(inlines, part);
      cited = '';
    };
    for (const token of tokens as MarkedToken[]) {
      // The source of it: the token's text has character references resolved in part.
      if (token.type === 'text' || token.type === 'html') cited += token.raw;
      else if (token.type === 'link' && token.autolink === true) cited += token.text;
      else {
        endText();
        for (const inline of this.#inline(token)) push(inlines, inline);
      }
    }
    endText();
    return inlines;
  }

  #inline(token: MarkedToken): Inline[] {
    switch (token.type) {
      case 'strong':
      case 'em':
      case 'del':
        return [{ type: token.type, content: this.#inlines(token.tokens) }];
      case 'codespan':
        return [{ type: 'code', text: token.text }];
      case 'br':
        return [{ type: 'break' }];
      case 'escape':
        return [{ type: 'text', text: token.text }];
      case 'image':
        return this.#inlines(token.tokens);
      case 'link':
        return this.#link(token);
      default:
        return [{ type: 'text', text: token.raw }];
    }
  }

  #link({ text, href, tokens }: Tokens.Link): Inline[] {
    const address: Inline = { type: 'address', text: href };
    if (text === href) return [address];
    const content = this.#inlines(tokens);
    if (href === '') return content;
    return [...content, { type: 'text', text: ' (' }, address, { type: 'text', text: ')' }];
  }
}

/** The box of a task is a text before its first one. */
function withBox(tokens: Token[]): Token[] {
  const [box, first, ...rest] = tokens as Tokens.Generic[];
  if (box?.type !== 'checkbox' || first?.tokens === undefined) return tokens;
  return [{ ...first, tokens: [box, ...first.tokens] }, ...rest];
}

const childrenOf = (token: MarkedToken): Token[] =>
  ('tokens' in token ? token.tokens : undefined) ?? [token];

/** Texts beside each other are one, so that no mark-up forms between them. */
function push(inlines: Inline[], inline: Inline): void {
  const last = inlines.at(-1);
  if (inline.type === 'text' && last?.type === 'text') last.text += inline.text;
  else inlines.push(inline);
}

/** Returns a text in parts. A citation of a passage that does not exist is text. */
function citedParts(text: string, passages: number): CitedPart[] {
  return text
    .split(/(\[\d{1,4}\])/u)
    .filter((part) => part !== '')
    .map((part) => {
      const passage = Number(/^\[(\d+)\]$/u.exec(part)?.[1]);
      return passage >= 1 && passage <= passages
        ? { type: 'citation', passage }
        : { type: 'text', text: part };
    });
}
