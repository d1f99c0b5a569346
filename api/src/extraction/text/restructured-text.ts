import type { Block } from '../blocks/block.ts';
import { readPlainText } from './plain-text.ts';

const ADORNMENT = /^([!-/:-@[-`{-~])\1{1,}\s*$/;
/** A directive with its argument, or a footnote with its text. */
const MARKED = /^\s*\.\.\s+(?:([\w:.+-]+)::|\[[^\]]*\])\s*(.*)$/;
/** Directives that name files, or whose content is no text of the document. */
const LEFT_OUT =
  /^(?:image|include|literalinclude|raw|toctree|contents|index|highlight|meta|role|default-role|sectnum|section-numbering|target-notes|tabularcolumns|graphviz|plot|class|\w*module|auto\w+)$/;
const DIRECTIVE = /^(\s*)\.\.(?:\s|$)/;
const OPTION = /^\s+:[\w-]+:/;

/**
 * Reads reStructuredText: titles by their adornments, in the order in which these occur first, and text without
 * comments, targets and options of directives.
 */
export function readRst(source: string): Block[] {
  const blocks: Block[] = [];
  const styles: string[] = [];
  let text: string[] = [];
  const flush = () => {
    blocks.push(...readPlainText(text.join('\n')));
    text = [];
  };
  const lines = source.replace(/\r\n?/g, '\n').split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const title = titleAt(lines, at);
    if (title !== undefined) {
      flush();
      if (!styles.includes(title.style)) styles.push(title.style);
      blocks.push({
        kind: 'heading',
        level: styles.indexOf(title.style) + 1,
        text: inline(title.text),
      });
      at += title.lines - 1;
      continue;
    }
    const line = lines[at] ?? '';
    const [, name = '', argument] = MARKED.exec(line) ?? [];
    const directive = DIRECTIVE.exec(line);
    if (argument !== undefined && !LEFT_OUT.test(name)) {
      // A figure is its caption.
      text.push('', name === 'figure' ? '' : inline(argument));
      while (OPTION.test(lines[at + 1] ?? '')) at += 1;
    } else if (directive !== null) {
      const indent = directive[1]?.length ?? 0;
      while (isBelow(lines, at + 1, indent)) at += 1;
    } else text.push(inline(line));
  }
  flush();
  return blocks;
}

function titleAt(
  lines: readonly string[],
  at: number,
): { style: string; text: string; lines: number } | undefined {
  const [first = '', second = '', third = ''] = lines.slice(at, at + 3);
  const over = ADORNMENT.exec(first)?.[1];
  if (over !== undefined && second.trim() !== '' && ADORNMENT.exec(third)?.[1] === over) {
    return { style: `${over}${over}`, text: second.trim(), lines: 3 };
  }
  const under = ADORNMENT.exec(second)?.[1];
  const isTitle = /^\S/.test(first) && over === undefined && (lines[at - 1] ?? '').trim() === '';
  return under !== undefined && isTitle && second.trim().length >= Math.min(first.trim().length, 3)
    ? { style: under, text: first.trim(), lines: 2 }
    : undefined;
}

/** Whether a line belongs to the directive above it: it is indented, or empty before one that is. */
function isBelow(lines: readonly string[], at: number, indent: number): boolean {
  let next = at;
  while (next < lines.length && (lines[next] ?? '').trim() === '') next += 1;
  return next < lines.length && (lines[next] ?? '').search(/\S/) > indent;
}

/** Roles, literals and links are read as their text. */
const inline = (line: string): string =>
  line
    .replace(/:[\w:.-]+:`([^`<]*?)\s*(?:<[^`>]*>)?`/g, '$1')
    .replace(/`([^`<]+?)\s*<[^`>]*>`__?/g, '$1')
    .replace(/``([^`]*)``/g, '$1')
    .replace(/::\s*$/, ':');
