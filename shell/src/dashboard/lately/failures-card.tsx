import type { Overview } from '@carrel/shared/contract';
import { Box, Flex, Link, Text } from '@carrel/shared/ui';
import { Panel, RelativeTime } from '@carrel/shared/ui/signed-in';
import { Link as RouterLink } from 'react-router-dom';

import { failedDocumentsPath } from '../failed-documents-path.ts';
import { LIST_HEIGHT } from './lately-frame.tsx';

const numbers = new Intl.NumberFormat('en-US');

/** The newest reasons why documents failed, each with the way to those of a dataset. */
export function FailuresCard({ failures }: Pick<Overview, 'failures'>) {
  const { reasons, complete } = failures;
  return (
    <Box display="grid" minHeight={LIST_HEIGHT}>
      <Panel title="Newest failures">
        {reasons.length === 0 ? (
          <Text color="fg.muted">No document has failed.</Text>
        ) : (
          <Box as="ul" listStyleType="none" display="grid" gap="2">
            {reasons.map(({ reason, documents, dataset_id: datasetId, last_at: lastAt }) => (
              <Flex as="li" key={reason} gap="3" align="baseline">
                <Box flex="1" minWidth="0">
                  <Link asChild>
                    <RouterLink to={failedDocumentsPath(datasetId)}>
                      <Text as="span" display="block" truncate>
                        {reason === '' ? 'No reason is known' : reason}
                      </Text>
                    </RouterLink>
                  </Link>
                </Box>
                <Text as="span" fontSize="sm" color="fg.muted" whiteSpace="nowrap">
                  {complete ? '' : 'at least '}
                  {numbers.format(documents)} {documents === 1 ? 'document' : 'documents'},{' '}
                  <RelativeTime value={lastAt} />
                </Text>
              </Flex>
            ))}
          </Box>
        )}
      </Panel>
    </Box>
  );
}
