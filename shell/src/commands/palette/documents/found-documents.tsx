import { foldText } from '@carrel/shared/contract';
import type { SearchResult } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { markedParts } from '@carrel/shared/search';
import { Box } from '@carrel/shared/ui';
import { FileText, TextQuote } from 'lucide-react';

import type { PaletteCommand, PaletteSection } from '../palette-sections.ts';

/** Documents by name, and passages, that the palette lists. */
const LISTED_MAX = 5;
/** Characters of a passage: before its first marked word, and altogether. */
const BEFORE = 40;
const LENGTH = 180;

/** A path of this console: what else a server names is not opened. */
const isPath = (url: string) => /^\/(?![/\\])/.test(url);

const isMarked = ({ highlights, document }: SearchResult) =>
  highlights.length > 0 && isPath(document.url);

const wordsOf = (text: string) => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns what the palette lists of the results of a search: documents with the words in their names, and passages. */
export function foundDocuments(
  results: readonly SearchResult[],
  query: string,
  open: (path: string) => void,
): PaletteSection[] {
  const words = wordsOf(query);
  const isNamed = ({ document }: SearchResult) => {
    const name = foldText(document.name);
    return words.length > 0 && words.every((word) => name.includes(word));
  };
  const named = new Map(
    results.filter(isNamed).map(({ document }) => [document.id, document] as const),
  );
  const documents = [...named.values()]
    .slice(0, LISTED_MAX)
    .map(({ id, name, dataset }): PaletteCommand => ({
      id: `document-${id}`,
      label: name,
      group: 'Documents',
      detail: dataset.name,
      icon: <FileText />,
      run: () => open(consolePaths.document(dataset.id, id)),
    }));
  const ofDocuments = [
    ...Map.groupBy(results.filter(isMarked), ({ document }) => document.id).values(),
  ];
  // The best one of each document, then the others: one document must not hide the rest.
  const passages = [
    ...ofDocuments.flatMap(([best]) => best ?? []),
    ...ofDocuments.flatMap(([, ...others]) => others),
  ]
    .slice(0, LISTED_MAX)
    .map((result): PaletteCommand => {
      const { document, chunk } = result;
      return {
        id: `passage-${document.id}-${chunk.number}`,
        label: document.name,
        group: 'Passages',
        detail: document.dataset.name,
        icon: <TextQuote />,
        passage: <Passage {...result} />,
        run: () => open(document.url),
      };
    });
  return [
    { title: 'Documents', commands: documents },
    { title: 'Passages', commands: passages },
  ].filter(({ commands }) => commands.length > 0);
}

/** The part of a passage around its first marked word. */
function Passage({ text, highlights }: Pick<SearchResult, 'text' | 'highlights'>) {
  const first = highlights[0]?.[0] ?? 0;
  const from = first <= BEFORE ? 0 : text.indexOf(' ', first - BEFORE) + 1 || first;
  const start = Math.min(from, first);
  const shown = text.slice(0, start + LENGTH).toWellFormed();
  return (
    <Box as="span" css={{ '& mark': MARK }}>
      {start > 0 && '… '}
      {markedParts(shown, highlights, [start, shown.length]).map((part) =>
        part.marked ? <mark key={part.at}>{part.text}</mark> : part.text,
      )}
    </Box>
  );
}

const MARK = {
  bg: 'transparent',
  color: 'fg.default',
  fontWeight: 'medium',
  boxShadow: 'inset 0 -1px 0 {colors.warning}',
};
