import type { SearchResult } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';

import { answerParagraphs } from './answer-parts.ts';
import type { Answer } from './use-answer.ts';

// What a model or a document wrote must not become a link or an image of the copy.
const escaped = (text: string): string => text.replaceAll(/[\\`*_{}[\]<>#|!~&]/gu, String.raw`\$&`);

/** Returns the screen of a passage's document: its folder. */
export function documentPath({ document }: SearchResult): string {
  const folder = document.path.slice(0, Math.max(0, document.path.lastIndexOf('/')));
  return consolePaths.datasetDocuments(document.dataset.id, folder === '' ? undefined : folder);
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
