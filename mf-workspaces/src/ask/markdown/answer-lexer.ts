import { Lexer, Tokenizer } from 'marked';
import type { Token, Tokens } from 'marked';

/** Quotes and lists within each other, or emphases and links within each other. */
const NESTING_MAX = 20;
/** Characters that may be searched for the ends of emphases: the search is quadratic. */
const SEARCHED_MAX = 2_000_000;
/** Characters of an address: the search for its end is quadratic. */
const ADDRESS_MAX = 2048;
/** Characters of a token of text, which is searched for addresses at each special character. */
const TEXT_MAX = 1024;
/** Cells of a table: short rows are filled up to the width of the head. */
const CELLS_MAX = 5000;

/**
 * Returns the tokens of an answer in Markdown. HTML blocks, references and definitions of links are no syntax here, so
 * that `[1]` is always text. Throws for a text that would take too long.
 */
export function lexAnswer(text: string): Token[] {
  return new Lexer({ gfm: true, tokenizer: new AnswerTokenizer() }).lex(text);
}

class AnswerTokenizer extends Tokenizer {
  #depth = 0;
  #searched = 0;

  override def(): undefined {
    return undefined;
  }

  override html(): undefined {
    return undefined;
  }

  override reflink(): undefined {
    return undefined;
  }

  override link(src: string): Tokens.Link | Tokens.Image | undefined {
    // A citation, whatever is in parentheses behind it.
    if (/^!?\[\d{1,4}\]/u.test(src)) return undefined;
    return this.#nested(() => super.link(src));
  }

  override url(src: string): Tokens.Link | undefined {
    return super.url(src.slice(0, ADDRESS_MAX));
  }

  override inlineText(src: string): Tokens.Text | undefined {
    return super.inlineText(src.slice(0, TEXT_MAX));
  }

  override table(src: string): Tokens.Table | undefined {
    const columns = src.split('\n', 1)[0]?.split('|').length ?? 0;
    if (columns > 2) {
      const [lines = ''] = src.split(/\n[ \t]*\n/u, 1);
      if (columns * lines.split('\n').length > CELLS_MAX) return undefined;
    }
    return super.table(src);
  }

  override blockquote(src: string): Tokens.Blockquote | undefined {
    return this.#nested(() => super.blockquote(src));
  }

  override list(src: string): Tokens.List | undefined {
    return this.#nested(() => super.list(src));
  }

  override emStrong(
    ...of: Parameters<Tokenizer['emStrong']>
  ): Tokens.Em | Tokens.Strong | undefined {
    this.#search(of[0]);
    return this.#nested(() => super.emStrong(...of));
  }

  override del(...of: Parameters<Tokenizer['del']>): Tokens.Del | undefined {
    this.#search(of[0]);
    return this.#nested(() => super.del(...of));
  }

  #search(src: string): void {
    if (/^[*_~]/u.test(src)) this.#searched += src.length;
    if (this.#searched > SEARCHED_MAX) throw new RangeError('The answer has too many emphases.');
  }

  #nested<T>(read: () => T): T {
    if (this.#depth >= NESTING_MAX) throw new RangeError('The answer is nested too deep.');
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }
}
