import type { Block } from '../blocks/block.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { sourceLanguages } from '../kinds/source-languages.ts';
import { readPlainText } from './plain-text.ts';

/** Spaces that a tab counts as. */
const TAB = 4;
/** Declarations deeper than a method of a class are parts of the text. */
const LEVEL_MAX = 2;

/** Reads source code: the lines that declare functions and types are headings of what follows them. */
export function readSourceCode(source: string, ending: string): Partitioned {
  const language = sourceLanguages.get(ending);
  const blocks: Block[] = [];
  const indents: number[] = [];
  let text: string[] = [];
  const flush = () => {
    blocks.push(...readPlainText(text.join('\n')));
    text = [];
  };
  for (const line of source.split(/\r\n?|\n/)) {
    const indent = language?.declaration.exec(line)?.[1]?.replaceAll('\t', ' '.repeat(TAB)).length;
    if (indent !== undefined) indents.splice(indents.findLastIndex((outer) => outer < indent) + 1);
    if (indent === undefined || indents.length >= LEVEL_MAX) {
      text.push(line);
      continue;
    }
    flush();
    indents.push(indent);
    blocks.push({ kind: 'heading', level: indents.length, text: line.trim() });
  }
  flush();
  return { blocks, properties: [['programming_language', language?.name]] };
}
