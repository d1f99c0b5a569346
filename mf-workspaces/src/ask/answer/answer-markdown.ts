import type { SearchResult } from '@carrel/shared/contract';

import { readAnswer } from '../markdown/read-answer.ts';
import { escaped, writeAnswer, writeText } from '../markdown/write-answer.ts';
import { documentPath } from '../passages/document-path.ts';
import type { Answer } from './answer.ts';

/** Returns an answer as Markdown, with its sources as links. `origin` is the console's. */
export function answerMarkdown(answer: Answer, origin: string): string {
  const passages = answer.passages ?? [];
  const linkTo = (passage: SearchResult) => `<${new URL(documentPath(passage), origin).href}>`;
  const linkOf = (number: number) => {
    const passage = passages[number - 1];
    return passage === undefined ? undefined : linkTo(passage);
  };
  const sources = answer.citations
    .toSorted((a, b) => a - b)
    .flatMap((number) => {
      const passage = passages[number - 1];
      if (passage === undefined) return [];
      const { path, dataset } = passage.document;
      return [
        `- \\[${number}\\] [${escaped(path)}](${linkTo(passage)}), ${writeText(dataset.name)}`,
      ];
    });
  return [
    `# ${writeText(answer.question.replaceAll(/\s+/gu, ' '))}`,
    writeAnswer(readAnswer(answer.text, passages.length), linkOf),
    ...(sources.length === 0 ? [] : ['## Sources', sources.join('\n')]),
    '',
  ].join('\n\n');
}
