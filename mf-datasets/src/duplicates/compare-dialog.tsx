import { describeFailure } from '@carrel/shared/api';
import type { DuplicateDocument } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, ErrorState, Flex, Text } from '@carrel/shared/ui';
import { Dialog, SelectField, Skeleton } from '@carrel/shared/ui/signed-in';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { comparisonQuery } from '../data/duplicates/duplicates.queries.ts';
import { ComparisonView } from '../parts/compare/comparison-view.tsx';

interface CompareDialogProps {
  datasetId: string;
  /** Two at least. */
  documents: readonly DuplicateDocument[];
  onClose: () => void;
}

/** The words in which two documents differ. */
export function CompareDialog({ datasetId, documents, onClose }: CompareDialogProps) {
  const organizationId = useOrganizationId();
  const [from, setFrom] = useState(documents[0]?.id ?? '');
  const [to, setTo] = useState(documents[1]?.id ?? '');
  const query = useInfiniteQuery(comparisonQuery(organizationId, datasetId, { from, to }));
  const pages = query.data?.pages;
  const first = pages?.[0];
  const pathOf = (id: string) => documents.find((document) => document.id === id)?.path ?? '';
  const options = documents.map(({ id, path }) => ({ value: id, label: path }));
  return (
    <Dialog open onClose={onClose} title="Compare documents" size="lg">
      <Flex direction="column" height="min(70vh, 40rem)">
        <Flex wrap="wrap" gap="3" mb="3">
          {documents.length > 2 ? (
            <>
              <Box flex="1 1 12rem" minWidth="0">
                <SelectField
                  label="From"
                  options={options}
                  value={from}
                  onChange={(event) => setFrom(event.target.value)}
                />
              </Box>
              <Box flex="1 1 12rem" minWidth="0">
                <SelectField
                  label="To"
                  options={options}
                  value={to}
                  onChange={(event) => setTo(event.target.value)}
                />
              </Box>
            </>
          ) : (
            <>
              <Name label="From" path={pathOf(from)} />
              <Name label="To" path={pathOf(to)} />
            </>
          )}
        </Flex>
        <Flex direction="column" flex="1" minHeight="0" borderWidth="1px" borderRadius="md">
          {first !== undefined && pages !== undefined ? (
            <ComparisonView
              key={`${from} ${to}`}
              from={pathOf(from)}
              to={pathOf(to)}
              comparison={{ ...first, parts: pages.flatMap(({ parts }) => parts) }}
              onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
              isLoadingMore={query.isFetchingNextPage}
            />
          ) : query.isError ? (
            <ErrorState
              title="Failed to compare documents"
              {...describeFailure(query.error)}
              retryLabel="Retry"
              retrying={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <Box p="4">
              <Skeleton height="8rem" />
            </Box>
          )}
        </Flex>
      </Flex>
    </Dialog>
  );
}

function Name({ label, path }: { label: string; path: string }) {
  return (
    <Box flex="1 1 12rem" minWidth="0">
      <Text fontSize="xs" color="fg.muted">
        {label}
      </Text>
      <Text overflowWrap="anywhere">{path}</Text>
    </Box>
  );
}
