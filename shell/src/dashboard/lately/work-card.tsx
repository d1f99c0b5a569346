import type { Overview } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { Box, Flex, Link, Text } from '@carrel/shared/ui';
import { formatSize, Panel, ProgressBar } from '@carrel/shared/ui/signed-in';
import { Link as RouterLink } from 'react-router-dom';

import { LIST_HEIGHT } from './lately-frame.tsx';

const numbers = new Intl.NumberFormat('en-US');
const sizeText = (bytes: number) => formatSize(bytes, { decimals: 1 });

/** What is being processed, and how much is stored. */
export function WorkCard({ working, storage }: Pick<Overview, 'working' | 'storage'>) {
  const { used, limit } = storage;
  return (
    <Box display="grid" minHeight={LIST_HEIGHT}>
      <Panel title="Being processed">
        <Flex direction="column" gap="5">
          {working.length === 0 ? (
            <Text color="fg.muted">No document is waiting.</Text>
          ) : (
            <Box as="ul" listStyleType="none" display="grid" gap="2">
              {working.map(({ dataset_id: datasetId, name, documents }) => (
                <Flex as="li" key={datasetId} gap="3" align="baseline">
                  <Box flex="1" minWidth="0">
                    <Link asChild>
                      <RouterLink to={consolePaths.datasetDocuments(datasetId)}>
                        <Text as="span" display="block" truncate>
                          {name}
                        </Text>
                      </RouterLink>
                    </Link>
                  </Box>
                  <Text as="span" fontSize="sm" color="fg.muted" whiteSpace="nowrap">
                    {numbers.format(documents)} {documents === 1 ? 'document' : 'documents'}
                  </Text>
                </Flex>
              ))}
            </Box>
          )}
          <Box as="dl">
            <Text as="dt" fontSize="xs" color="fg.muted">
              Storage used
            </Text>
            <Box as="dd" fontVariantNumeric="tabular-nums">
              {limit === undefined ? sizeText(used) : `${sizeText(used)} of ${sizeText(limit)}`}
              {limit !== undefined && (
                <Box mt="2">
                  <ProgressBar
                    label="Storage used"
                    value={limit === 0 ? 100 : (used / limit) * 100}
                  />
                </Box>
              )}
            </Box>
          </Box>
        </Flex>
      </Panel>
    </Box>
  );
}
