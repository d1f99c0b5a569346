import type { SearchResult } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';

import { answerParagraphs } from '../markdown/answer-parts.ts';
import type { Answer } from '../use-answer.ts';

// What a model or a document wrote must not become a link or an image of the copy.
const escaped = (text: string): string => text.replaceAll(/[\\`*_{}[\]<>#|!~&]/gu, String.raw`\$&`);

/** Returns the page of a passage's document, at the passage. What else a server names is no path of this console. */
export function documentPath({ document, chunk }: SearchResult): string {
  return /^\/(?![/\\])/.test(document.url)
    ? document.url
    : consolePaths.document(document.dataset.id, document.id, chunk.number);
}

/** Returns an answer as Markdown, with its sources as links. `origin` is the console's. */
export function answerMarkdown(answer: Answer, origin: string): string {
  const passages = answer.passages ?? [];
  const linkOf = (passage: SearchResult) => `<${new URL(documentPath(passage), origin).href}>`;
  const paragraphs = answerParagraphs(answer.text, passages.length).map((parts) =>
    parts
      .map((part) => {
        if ('text' in part) return escaped(part.text);
        const cited = passages[part.passage - 1];
        return cited === undefined ? '' : `[\\[${part.passage}\\]](${linkOf(cited)})`;
      })
      .join(''),
  );
  const sources = answer.citations
    .toSorted((a, b) => a - b)
    .flatMap((number) => {
      const passage = passages[number - 1];
      if (passage === undefined) return [];
      const { path, dataset } = passage.document;
      return [`- \\[${number}\\] [${escaped(path)}](${linkOf(passage)}), ${escaped(dataset.name)}`];
    });
  return [
    `# ${escaped(answer.question).replaceAll(/\s+/gu, ' ')}`,
    ...paragraphs,
    ...(sources.length === 0 ? [] : ['## Sources', sources.join('\n')]),
    '',
  ].join('\n\n');
}
