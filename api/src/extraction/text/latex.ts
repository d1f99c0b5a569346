import type { Block } from '../blocks/block.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { withAccents } from './latex-accents.ts';
import { readPlainText } from './plain-text.ts';

const LEVELS = ['part', 'chapter', 'section', 'subsection', 'subsubsection', 'paragraph'] as const;
const HEADING = new RegExp(`\\\\(${LEVELS.join('|')})\\*?(?:\\[[^\\]]*\\])?\\{`, 'g');
/** Commands whose argument names something instead of being text. */
const NAMES =
  /\\(?:label|ref|eqref|cite[a-z]*|usepackage|documentclass|bibliographystyle|bibliography|input|include|includegraphics|vspace|hspace|setlength|pagestyle|thispagestyle)\*?(?:\[[^\]]*\])*(?:\{[^{}]*\})*/g;

/** Commands without an argument that say how text looks. */
const SWITCHES =
  /\\(?:maketitle|tableofcontents|appendix|newpage|clearpage|noindent|centering|medskip|bigskip|smallskip|hfill|bf|bfseries|it|itshape|em|tt|ttfamily|sc|rm|sf|tiny|small|footnotesize|normalsize|large|Large|huge)\b ?/g;

/** Reads the source of LaTeX: sections as headings, text without commands; formulas stay as they are written. */
export function readLatex(source: string): Partitioned {
  const text = source.replace(/\r\n?/g, '\n').replace(/(?<!\\)%.*/g, '');
  const body = /\\begin\{document\}([\s\S]*?)(?:\\end\{document\}|$)/.exec(text)?.[1] ?? text;
  const blocks: Block[] = [];
  let at = 0;
  for (const found of body.matchAll(HEADING)) {
    if (found.index < at) continue;
    blocks.push(...readPlainText(plainOf(body.slice(at, found.index))));
    const [title, end] = argumentAt(body, found.index + found[0].length);
    const level = LEVELS.findIndex((name) => name === found[1]) + 1;
    const heading = plainOf(title).replace(/\s+/g, ' ').trim();
    if (heading !== '') blocks.push({ kind: 'heading', level, text: heading });
    at = end;
  }
  blocks.push(...readPlainText(plainOf(body.slice(at))));
  return {
    blocks,
    properties: [
      ['title', commandOf(text, 'title')],
      ['author', commandOf(text, 'author')],
    ],
  };
}

/** Returns the text up to the brace that closes an argument, and the place after it. */
function argumentAt(text: string, start: number): [text: string, end: number] {
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return [text.slice(start, at), at + 1];
    }
  }
  return [text.slice(start), text.length];
}

function commandOf(text: string, name: string): string | undefined {
  const opening = `\\${name}{`;
  const at = text.indexOf(opening);
  if (at < 0) return undefined;
  const value = plainOf(argumentAt(text, at + opening.length)[0])
    .replace(/\s+/g, ' ')
    .trim();
  return value === '' ? undefined : value;
}

/** Leaves the text that commands have as arguments. */
function plainOf(text: string): string {
  return withAccents(text)
    .replace(/``|''/g, '"')
    .replace(NAMES, '')
    .replace(SWITCHES, '')
    .replace(/\\(?:begin|end)\{[^{}]*\}(?:\[[^\]]*\])?/g, '')
    .replace(/\\item\b(?:\[([^\]]*)\])?/g, '-$1')
    .replace(/\\\\(?:\[[^\]]*\])?/g, '\n')
    .replace(/\\([%&_#$ {}])/g, '$1')
    .replace(/~/g, ' ')
    .replace(/(?<!\$)\\[a-zA-Z]+\*?(?:\[[^\]]*\])?\{([^{}$]*)\}/g, '$1')
    .replace(/(?<![\\\w}\]^_])\{([^{}$]*)\}/g, '$1')
    .replace(/(?<![ \t])[ \t]+$/gm, '');
}
