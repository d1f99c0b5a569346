import { describeFailure, messageOf } from '@carrel/shared/api';
import { failedCount } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, Button, ErrorState, Flex, Heading, Text, toast } from '@carrel/shared/ui';
import { EmptyState, saveFile } from '@carrel/shared/ui/signed-in';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, Download, Files, RotateCw } from 'lucide-react';
import { useMemo } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';

import { useMayEditDataset } from '../../parts/use-may-edit-dataset.ts';
import { allFailed, failedQuery, failureReasonsQuery } from '../../data/failed.queries.ts';
import { useRetry } from '../../parts/use-retry.ts';
import { failedCsv } from './failed-csv.ts';
import { FailedList } from './failed-list.tsx';
import { failedPath, isAlike, REASON_PARAMETER, reasonText } from './failed-path.ts';
import { FailedSearch } from './failed-search.tsx';
import type { FailedSearchProps } from './failed-search.tsx';
import { FailureReasonsTable } from './failure-reasons.tsx';
import { useFailedSelection } from './use-failed-selection.ts';

interface FailedDocumentsProps extends FailedSearchProps {
  datasetId: string;
  /** How many there are, as the screen says it elsewhere; undefined while that is loaded. */
  total: number | undefined;
}

/** The failed documents of a dataset with their reasons, and their retry: of all reasons, or of one. */
export function FailedDocuments({ total, ...props }: FailedDocumentsProps) {
  const [search] = useSearchParams();
  const reason = search.get(REASON_PARAMETER) ?? undefined;
  return <Failed key={reason ?? 'all'} {...props} counted={total} reason={reason} />;
}

interface FailedProps extends Omit<FailedDocumentsProps, 'total'> {
  counted: number | undefined;
  reason: string | undefined;
}

function Failed({ datasetId, counted, reason, ...search }: FailedProps) {
  const organizationId = useOrganizationId();
  const asked = search.words.trim();
  const isNarrowed = asked !== '';
  const scope = { organizationId, datasetId, reason, words: asked };
  const query = useInfiniteQuery(failedQuery(scope));
  const { data: failures } = useQuery(failureReasonsQuery(organizationId, datasetId));
  const documents = useMemo(
    () => query.data?.pages.flatMap((page) => page.documents),
    [query.data],
  );
  const counts = query.data?.pages.at(-1)?.status_counts;
  const group = failures?.reasons.find((one) => isAlike(one.reason, reason));
  const all = counted ?? (counts === undefined ? 0 : failedCount(counts));
  const total = reason === undefined ? all : (group?.documents ?? documents?.length ?? 0);
  const retry = useRetry(datasetId);
  const selection = useFailedSelection(documents);
  const mayEdit = useMayEditDataset();
  // Of those that are not loaded yet, some may be worth a retry.
  const offersRetry = selection.retryable.length > 0 || query.hasNextPage;
  const everything = reason === undefined ? 'all' : { reason };
  const isOfAll = (variables: typeof retry.variables) =>
    variables !== undefined && !Array.isArray(variables);
  const offersReasons =
    !isNarrowed && reason === undefined && failures !== undefined && failures.reasons.length > 1;
  const download = useMutation({
    mutationFn: async () =>
      saveFile('failed-documents.csv', failedCsv(await allFailed(scope)), 'text/csv'),
    onError: (error) => toast.error(messageOf(error, 'Failed to fetch documents')),
  });

  return (
    <Box as="section" aria-label="Failed documents">
      <Flex align="center" gap="2" wrap="wrap" minHeight="10" mb="2">
        <Heading fontSize="md" flex="1">
          Failed documents
        </Heading>
        {documents !== undefined && total > 0 && (
          <>
            {offersRetry && (
              <>
                <Button
                  size="sm"
                  disabled={selection.selected.length === 0}
                  loading={retry.isPending && Array.isArray(retry.variables)}
                  onClick={() => retry.mutateAsync(selection.selected)}
                >
                  <RotateCw size={14} aria-hidden />
                  {`Retry selected (${selection.selected.length})`}
                </Button>
                {!isNarrowed && (
                  <Button
                    size="sm"
                    loading={retry.isPending && isOfAll(retry.variables)}
                    onClick={() => retry.mutateAsync(everything)}
                  >
                    <RotateCw size={14} aria-hidden />
                    {`${reason === undefined ? 'Retry all failed' : 'Retry all of this reason'} (${total.toLocaleString('en-US')})`}
                  </Button>
                )}
              </>
            )}
            <Button
              size="sm"
              loading={download.isPending}
              onClick={() => download.mutateAsync().catch(() => undefined)}
            >
              <Download size={14} aria-hidden />
              Download list
            </Button>
          </>
        )}
        <Button asChild size="sm">
          <RouterLink to={consolePaths.datasetDocuments(datasetId)}>
            <Files size={14} aria-hidden />
            All files
          </RouterLink>
        </Button>
      </Flex>
      {reason !== undefined && (
        <Flex align="start" gap="3" mb="4">
          <Text flex="1" fontWeight="medium" overflowWrap="anywhere">
            {reasonText(reason)}
          </Text>
          <Button asChild size="sm" variant="ghost">
            <RouterLink to={failedPath(datasetId)}>All reasons</RouterLink>
          </Button>
        </Flex>
      )}
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
          title={reason === undefined ? 'No document failed' : 'No document failed for this reason'}
          description={
            reason === undefined
              ? 'Every document is ready or on its way.'
              : 'Each of them was deleted, or processed again.'
          }
        />
      ) : (
        <>
          {offersReasons && (
            <FailureReasonsTable
              datasetId={datasetId}
              failures={failures}
              busy={retry.isPending}
              mayEdit={mayEdit}
              onRetry={(of) => retry.mutate({ reason: of })}
            />
          )}
          <FailedSearch {...search} />
          {isNarrowed && documents?.length === 0 && !query.isPlaceholderData ? (
            <Text as="output" color="fg.muted">
              {`No failed document has ${asked} in its name or reason.`}
            </Text>
          ) : (
            <FailedList
              datasetId={datasetId}
              documents={documents}
              isOneReason={
                reason !== undefined &&
                documents?.every(({ error }) => (error ?? '') === reason) === true
              }
              selection={selection}
              retry={retry}
              mayEdit={mayEdit}
            />
          )}
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
