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
  /** In a workspace, which has several. */
  showsDataset: boolean;
  children?: ReactNode;
}

/** A path of this console: what else a server names is no link. */
const isPath = (url: string) => /^\/(?![/\\])/.test(url);

/** Where a result is: document, dataset, folder, pages and headings. */
export function ResultHead({
  result: { document, chunk },
  showsDataset,
  children,
}: ResultHeadProps) {
  const folder = document.path.split('/').slice(0, -1).join(' / ');
  const places = [
    ...(showsDataset ? [document.dataset.name] : []),
    ...(folder === '' ? [] : [shownName(folder)]),
    ...(chunk.pages.length === 0 ? [] : [pagesText(chunk.pages)]),
    ...(typeof chunk.confidence === 'number' ? ['Read by OCR'] : []),
    ...(chunk.headings.length === 0 ? [] : [chunk.headings.map(shownName).join(' > ')]),
  ];
  return (
    <Box mb="1.5">
      <Flex align="center" gap="2" minWidth="0">
        <Box as="span" color="fg.muted" flexShrink="0">
          <FileText size={15} aria-hidden />
        </Box>
        <Box as="h2" minWidth="0" fontSize="md" fontWeight="semibold" overflowWrap="anywhere">
          {isPath(document.url) ? (
            <Link asChild variant="quiet" fontWeight="semibold">
              <RouterLink to={document.url} {...RESULT_LINK}>
                {document.name}
              </RouterLink>
            </Link>
          ) : (
            document.name
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
