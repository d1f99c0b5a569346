import type { SearchResult } from '@carrel/shared/contract';
import { shownName } from '@carrel/shared/contract';
import { Box, Flex, Link } from '@carrel/shared/ui';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { RESULT_LINK } from './move-between-results.ts';
import { pagesText } from './why.ts';

interface ResultHeadProps {
  result: SearchResult;
  /** Below another result of the same document: only the place is named. */
  isBelow: boolean;
  /** In a workspace or organization, which has several. */
  showsDataset: boolean;
  children?: ReactNode;
}

/** A path of this console: what else a server names is no link. */
export const isPath = (url: string) => /^\/(?![/\\])/.test(url);

/** Where a result is: document, dataset, folder, pages and headings. */
export function ResultHead({
  result: { document, chunk },
  isBelow,
  showsDataset,
  children,
}: ResultHeadProps) {
  const folder = document.path.split('/').slice(0, -1).join(' / ');
  const pages = chunk.pages.length === 0 ? [] : [pagesText(chunk.pages)];
  const headings = chunk.headings.length === 0 ? [] : [chunk.headings.map(shownName).join(' > ')];
  const [place = `Passage ${chunk.number + 1}`, ...placesBelow] = [...pages, ...headings];
  const name = isBelow ? place : document.name;
  const places = [
    ...(showsDataset && !isBelow ? [document.dataset.name] : []),
    ...(folder === '' || isBelow ? [] : [shownName(folder)]),
    ...(isBelow ? placesBelow : pages),
    ...(typeof chunk.confidence === 'number' ? ['Read by OCR'] : []),
    ...(isBelow ? [] : headings),
  ];
  return (
    <Box mb="1.5">
      <Flex align="center" gap="2" minWidth="0">
        {!isBelow && (
          <Box as="span" color="fg.muted" flexShrink="0">
            <FileText size={15} aria-hidden />
          </Box>
        )}
        <Box
          as={isBelow ? 'h3' : 'h2'}
          minWidth="0"
          fontSize={isBelow ? 'sm' : 'md'}
          fontWeight="semibold"
          overflowWrap="anywhere"
        >
          {isPath(document.url) ? (
            <Link asChild variant="quiet" fontWeight="semibold">
              <RouterLink to={document.url} {...RESULT_LINK}>
                {name}
              </RouterLink>
            </Link>
          ) : (
            name
          )}
        </Box>
        {children}
      </Flex>
      {places.length > 0 && (
        <Flex
          as="ul"
          wrap="wrap"
          columnGap="2"
          mt="0.5"
          fontSize="xs"
          color="fg.muted"
          css={PLACES}
        >
          {places.map((place, index) => (
            // A folder may be called like its dataset.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>{place}</li>
          ))}
        </Flex>
      )}
    </Box>
  );
}

const PLACES = {
  '& li': { overflowWrap: 'anywhere', minWidth: 0 },
  '& li:not(:last-child)::after': { content: '"·"', marginInlineStart: '0.5rem' },
};
