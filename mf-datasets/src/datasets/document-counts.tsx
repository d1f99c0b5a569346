import type { Dataset } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { countText } from '@carrel/shared/search';
import { Link, Text } from '@carrel/shared/ui';
import { Link as RouterLink } from 'react-router-dom';

import { SHOW_FAILED } from '../data/failed.queries.ts';

/** How many documents a dataset has, and a link to those that failed; nothing where the server sends no counts. */
export function DocumentCounts({ dataset }: { dataset: Dataset }) {
  const { id, document_count: count, failed_count: failed } = dataset;
  if (typeof count !== 'number') return null;
  return (
    <Text as="span" display="block" fontSize="xs" color="fg.muted" whiteSpace="nowrap">
      {count === 1 ? '1 document' : `${countText(count)} documents`}
      {typeof failed === 'number' && failed > 0 && (
        <>
          {', '}
          <Link asChild color="danger.fg">
            <RouterLink to={`${consolePaths.datasetDocuments(id)}${SHOW_FAILED}`}>
              {`${countText(failed)} failed`}
            </RouterLink>
          </Link>
        </>
      )}
    </Text>
  );
}
