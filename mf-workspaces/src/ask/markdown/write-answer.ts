import type { AnswerBlock, Block, Inline } from './read-answer.ts';

/** Addresses that readers of Markdown make links of, also where they are escaped. */
const ADDRESS = /(?:[a-z][a-z0-9+.-]{0,31}:\/\/|(?:www\.|mailto:|xmpp:)\S|[^\s@]{1,64}@\S)\S*/giu;
/** What ends a sentence rather than an address. */
const BEHIND = /(?<![).,;:!?'"])[).,;:!?'"]+$/u;

/** Returns the target of a citation. */
type LinkOf = (passage: number) => string | undefined;

/** Returns an answer as Markdown in which nothing but its citations is a link, and nothing an image or HTML. */
export function writeAnswer(blocks: readonly AnswerBlock[], linkOf: LinkOf): string {
  return blocksOf(
    blocks.map(({ block }) => block),
    linkOf,
  );
}

/** Returns a text that is text in Markdown too, whatever it is. Addresses become code: they are links otherwise. */
export function writeText(text: string): string {
  let written = '';
  let at = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(BEHIND, '');
    written += escaped(text.slice(at, index)) + code(address);
    at = index + address.length;
  }
  return written + escaped(text.slice(at));
}

/** Returns the text of a link. */
export const escaped = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]<>#|!~&]/gu, String.raw`\$&`);

function blocksOf(blocks: readonly Block[], linkOf: LinkOf, isLoose = true): string {
  return blocks.map((block) => written(block, linkOf)).join(isLoose ? '\n\n' : '\n');
}

function written(block: Block, linkOf: LinkOf): string {
  switch (block.type) {
    case 'paragraph':
      return atLineStarts(inlinesOf(block.content, linkOf));
    case 'heading':
      // Below the question and beside the sources.
      return `${'#'.repeat(Math.min(block.depth + 2, 6))} ${oneLine(inlinesOf(block.content, linkOf))}`;
    case 'code': {
      const fence = '`'.repeat(Math.max(3, longestRun(block.text) + 1));
      const language = /^[\w+#.-]{1,20}$/u.test(block.language) ? block.language : '';
      return `${fence}${language}\n${block.text}\n${fence}`;
    }
    case 'list':
      return block.items
        .map((item, index) => {
          const mark = block.start === undefined ? '- ' : `${block.start + index}. `;
          const text = blocksOf(item, linkOf, block.loose);
          return mark + indented(text, ' '.repeat(mark.length)).trimStart();
        })
        .join(block.loose ? '\n\n' : '\n');
    case 'quote':
      return blocksOf(block.blocks, linkOf).replaceAll(/^/gmu, '> ').replaceAll(/^> $/gmu, '>');
    case 'table': {
      const [head = [], ...rows] = block.rows.map((cells) =>
        rowOf(cells.map((cell) => inCell(inlinesOf(cell, linkOf)))),
      );
      return [head, rowOf(block.align.map((align) => RULES[align ?? 'none'])), ...rows].join('\n');
    }
    default:
      return '---';
  }
}

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const RULES = { left: ':--', right: '--:', center: ':-:', none: '---' };
const MARKS = { strong: '**', em: '*', del: '~~' };

function inlinesOf(inlines: readonly Inline[], linkOf: LinkOf): string {
  let written = '';
  for (const inline of inlines) {
    const next = inlineOf(inline, linkOf);
    // The fences of two codes beside each other would be one.
    written += written.endsWith('`') && next.startsWith('`') ? ` ${next}` : next;
  }
  return written;
}

function inlineOf(inline: Inline, linkOf: LinkOf): string {
  switch (inline.type) {
    case 'text':
      return writeText(inline.text);
    case 'address':
    case 'code':
      return code(inline.text);
    case 'break':
      return '\\\n';
    case 'citation': {
      const link = linkOf(inline.passage);
      const name = String.raw`\[${inline.passage}\]`;
      return link === undefined ? name : `[${name}](${link})`;
    }
    default: {
      const mark = MARKS[inline.type];
      return mark + inlinesOf(inline.content, linkOf) + mark;
    }
  }
}

function code(text: string): string {
  const line = oneLine(text);
  if (line.trim() === '') return line;
  const fence = '`'.repeat(longestRun(line) + 1);
  const space = /^[` ]|[` ]$/u.test(line) ? ' ' : '';
  return fence + space + line + space + fence;
}

const longestRun = (text: string): number =>
  Math.max(0, ...(text.match(/`+/gu) ?? []).map((run) => run.length));

const oneLine = (text: string): string => text.replaceAll(/\\?\n/gu, ' ');

/** Bars of code are not escaped yet. Behind an even number of backslashes a bar ends the cell. */
const inCell = (text: string): string =>
  oneLine(text).replaceAll(/(?<!\\)((?:\\\\)*)\|/gu, String.raw`$1\|`);

const indented = (text: string, by: string): string => text.replaceAll(/^(?=.)/gmu, by);

/** Escapes what makes a list, a heading or a table of a line. */
const atLineStarts = (text: string): string =>
  text
    .replaceAll(/^[ \t]+/gmu, '')
    .replaceAll(/^[-+=:]/gmu, String.raw`\$&`)
    .replaceAll(/^(\d{1,9})([.)])/gmu, String.raw`$1\$2`);
