import { describeFailure } from '@carrel/shared/api';
import { failedCount } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useMayEdit, useOrganizationId } from '@carrel/shared/shell';
import { Box, Button, CheckboxField, ErrorState, Flex, Heading } from '@carrel/shared/ui';
import { EmptyState } from '@carrel/shared/ui/signed-in';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, Files, RotateCw } from 'lucide-react';
import { useCallback, useId, useMemo, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { FailedTable, SelectionContext } from './failed-table.tsx';
import { failedQuery } from '../../data/failed.queries.ts';
import { useReplaceFailed } from './replace-failed.tsx';
import { useRetry } from '../../parts/use-retry.ts';

/** The failed documents of a dataset with their reasons, and their retry. */
export function FailedDocuments({ datasetId }: { datasetId: string }) {
  const headingId = useId();
  const query = useInfiniteQuery(failedQuery(useOrganizationId(), datasetId));
  const documents = useMemo(
    () => query.data?.pages.flatMap((page) => page.documents),
    [query.data],
  );
  const counts = query.data?.pages.at(-1)?.status_counts;
  const total = counts === undefined ? 0 : failedCount(counts);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const retry = useRetry(datasetId);
  const { data: result, mutate } = retry;
  const skipped = useMemo(
    () => result && new Map(result.skipped.map(({ id, reason }) => [id, reason])),
    [result],
  );
  const retryable = useMemo(
    () => (documents ?? []).filter((document) => document.retryable !== false).map(({ id }) => id),
    [documents],
  );
  // Another user may have retried a chosen document meanwhile.
  const selected = useMemo(() => retryable.filter((id) => chosen.has(id)), [retryable, chosen]);
  const mayEdit = useMayEdit();
  const { replace, element: replacing } = useReplaceFailed(datasetId);
  // Of those that are not loaded yet, some may be worth a retry.
  const offersRetry = retryable.length > 0 || query.hasNextPage;
  const select = useCallback((ids: readonly string[], isSelected: boolean) => {
    setChosen((before) => {
      const next = new Set(before);
      for (const id of ids)
        if (isSelected) next.add(id);
        else next.delete(id);
      return next;
    });
  }, []);
  const selection = useMemo(() => ({ ids: chosen, select }), [chosen, select]);
  const retryOne = useCallback((id: string) => mutate([id]), [mutate]);

  const allFiles = (
    <Button asChild size="sm">
      <RouterLink to={consolePaths.datasetDocuments(datasetId)}>
        <Files size={14} aria-hidden />
        All files
      </RouterLink>
    </Button>
  );

  return (
    <Box as="section" aria-labelledby={headingId}>
      <Flex align="center" gap="2" wrap="wrap" minHeight="10" mb="2">
        <Heading id={headingId} fontSize="md" flex="1">
          Failed documents
        </Heading>
        {documents !== undefined && total > 0 && offersRetry && (
          <>
            <Button
              size="sm"
              disabled={selected.length === 0}
              loading={retry.isPending && retry.variables !== 'all'}
              onClick={() => retry.mutateAsync(selected)}
            >
              <RotateCw size={14} aria-hidden />
              {`Retry selected (${selected.length})`}
            </Button>
            <Button
              size="sm"
              loading={retry.isPending && retry.variables === 'all'}
              onClick={() => retry.mutateAsync('all')}
            >
              <RotateCw size={14} aria-hidden />
              {`Retry all failed (${total.toLocaleString('en-US')})`}
            </Button>
          </>
        )}
        {allFiles}
      </Flex>
      {documents === undefined && query.isError ? (
        <ErrorState
          title="Failed to fetch documents"
          {...describeFailure(query.error)}
          retryLabel="Retry"
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : documents !== undefined && total === 0 ? (
        <EmptyState
          icon={<CircleCheck />}
          title="No document failed"
          description="Every document is ready or on its way."
        />
      ) : (
        <>
          {documents !== undefined && retryable.length > 0 && (
            <Box mb="3">
              <CheckboxField
                label={`Select the ${retryable.length.toLocaleString('en-US')} that ${retryable.length === documents.length ? 'are shown' : 'can be tried again'}`}
                checked={selected.length > 0 && selected.length === retryable.length}
                onChange={({ target }) => select(retryable, target.checked)}
              />
            </Box>
          )}
          <SelectionContext value={selection}>
            <FailedTable
              datasetId={datasetId}
              documents={documents}
              skipped={skipped}
              busy={retry.isPending}
              onRetry={retryOne}
              onReplace={mayEdit ? replace : undefined}
            />
          </SelectionContext>
          {replacing}
          {query.hasNextPage && (
            <Button
              size="sm"
              mt="3"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </>
      )}
    </Box>
  );
}
