import type { MarkdownIt } from 'markdown-it';

/** Adds what CommonMark does not know: formulas, links and comments of wikis, boxes, tasks. */
export function addNotations(parser: MarkdownIt): void {
  addInline(parser, 'math', '$', /\$\$[^$]+\$\$|\$(?![\s$])(?:[^$\\\n]|\\.)*(?<![\s\\])\$(?!\d)/y);
  addInline(parser, 'wiki_embed', '!', /!\[\[([^[\]\n]+)\]\]/y, wikiLabel);
  addInline(parser, 'wiki_link', '[', /\[\[([^[\]\n]+)\]\]/y, wikiLabel);
  addInline(parser, 'wiki_comment', '%', /%%[^%]+%%/y, () => '');
  addMathBlocks(parser);
  parser.core.ruler.after('block', 'box_titles', ({ tokens }) => {
    for (const [at, token] of tokens.entries()) {
      const isFirst =
        tokens[at - 1]?.type === 'paragraph_open' && tokens[at - 2]?.type === 'blockquote_open';
      if (token.type !== 'inline' || !isFirst) continue;
      token.content = token.content.replace(
        /^\[!([\w-]+)\][+-]?[ \t]*(.*)/,
        // Two spaces keep the title on a line of its own.
        (_, kind: string, title: string) => `${title === '' ? labelOf(kind) : title}  `,
      );
    }
  });
}

/** A label or, where there is none, the page that a link leads to. */
const wikiLabel = ([, target = '']: RegExpExecArray) =>
  target.slice(target.lastIndexOf('|') + 1).trim();

const labelOf = (kind: string) => `${kind.charAt(0).toUpperCase()}${kind.slice(1).toLowerCase()}`;

/** Adds text that is found by an expression, and is not formatted. */
function addInline(
  parser: MarkdownIt,
  name: string,
  first: string,
  expression: RegExp,
  textOf = ([text]: RegExpExecArray) => text,
): void {
  parser.inline.ruler.before('escape', name, (state, silent) => {
    if (state.src.charAt(state.pos) !== first) return false;
    expression.lastIndex = state.pos;
    const found = expression.exec(state.src);
    if (found === null || expression.lastIndex > state.posMax) return false;
    if (!silent) state.push('text', '', 0).content = textOf(found);
    state.pos += found[0].length;
    return true;
  });
}

/** Lines of the longest formula. */
const MATH_LINES = 200;

/** A formula of more lines, between lines of `$$`. */
function addMathBlocks(parser: MarkdownIt): void {
  parser.block.ruler.before(
    'fence',
    'math_block',
    (state, first, last, silent) => {
      const line = (at: number) =>
        state.src.slice((state.bMarks[at] ?? 0) + (state.tShift[at] ?? 0), state.eMarks[at]).trim();
      if (line(first) !== '$$') return false;
      let end = first + 1;
      const most = Math.min(last, first + MATH_LINES);
      while (end < most && line(end) !== '$$') end += 1;
      if (end >= most) return false;
      if (!silent) {
        const token = state.push('code_block', 'code', 0);
        token.content = state.getLines(first + 1, end, state.blkIndent, true);
        state.line = end + 1;
      }
      return true;
    },
    { alt: ['paragraph', 'blockquote', 'list'] },
  );
}
