import type { DocumentDetail, NavigationItem } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { Box, Flex, Link } from '@carrel/shared/ui';
import { useIsMobile } from '@carrel/shared/ui/signed-in';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

import type { DocumentPlace } from '../../data/document.api.ts';
import { folderQuery } from '../../data/documents.queries.ts';
import { containedText } from '../history/history-labels.ts';

/** Names that fit into a line. */
const SHOWN = 3;
const QUIET = { live: true, inProgress: false, arrivedAt: null };

/** How many documents a file holds, such as the attachments of an e-mail, by its history. */
export function containedCount({ history }: DocumentDetail): number {
  return Math.max(0, ...history.map(({ documents }) => documents ?? 0));
}

interface ContainedDocumentsProps {
  place: DocumentPlace;
  document: DocumentDetail;
}

/** The way to the documents that a file holds. */
export function ContainedDocuments({ place, document }: ContainedDocumentsProps) {
  const count = containedCount(document);
  const isMobile = useIsMobile();
  const { organizationId, datasetId } = place;
  const { data } = useInfiniteQuery({
    ...folderQuery(organizationId, datasetId, document.path, QUIET),
    enabled: count > 0 && !isMobile,
  });
  if (count === 0) return null;
  const items = isMobile ? [] : (data?.pages[0]?.items ?? []).slice(0, SHOWN);
  return (
    <Flex as="nav" aria-label="Inside this file" align="center" gap="2" mb="3" fontSize="sm">
      <Box as="span" color="fg.muted" flexShrink="0">
        <Paperclip size={16} aria-hidden />
      </Box>
      <Link asChild flexShrink="0">
        <RouterLink to={consolePaths.datasetDocuments(datasetId, document.path)}>
          {containedText(count)}
        </RouterLink>
      </Link>
      {items.map((item) => (
        <Link key={item.path} asChild variant="quiet" minWidth="0" maxWidth="16rem">
          <RouterLink to={pathOf(datasetId, item)} title={item.name}>
            <Box as="span" truncate>
              {item.name}
            </Box>
          </RouterLink>
        </Link>
      ))}
    </Flex>
  );
}

function pathOf(datasetId: string, { document_id, path }: NavigationItem): string {
  return document_id === null || document_id === undefined
    ? consolePaths.datasetDocuments(datasetId, path)
    : consolePaths.document(datasetId, document_id);
}
