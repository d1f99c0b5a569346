import { describeFailure } from '@carrel/shared/api';
import { DUPLICATE_KINDS } from '@carrel/shared/contract';
import type { DuplicateGroup, Duplicates as Page } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { countText } from '@carrel/shared/search';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, Button, ErrorState, Flex, Heading, Spinner, Text } from '@carrel/shared/ui';
import { EmptyState, Skeleton } from '@carrel/shared/ui/signed-in';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CircleCheck, Files } from 'lucide-react';
import { useState } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';

import { SHOWN_LABELS, SHOWN_TEXTS } from '../data/duplicates/duplicate-labels.ts';
import { duplicateCountsQuery, duplicatesQuery } from '../data/duplicates/duplicates.queries.ts';
import type { ShownDuplicates } from '../data/duplicates/duplicates.queries.ts';
import { useMayEditDataset } from '../parts/use-may-edit-dataset.ts';
import { LazyCompareDialog } from './lazy-compare-dialog.ts';
import { GroupCard } from './group-card.tsx';
import { KeepMenu } from './keep-menu.tsx';

const KINDS: readonly ShownDuplicates[] = [...DUPLICATE_KINDS, 'dismissed'];

/** Documents of a dataset that are alike, by how they are. */
export function Duplicates({ datasetId }: { datasetId: string }) {
  const organizationId = useOrganizationId();
  const [search] = useSearchParams();
  const counts = useQuery(duplicateCountsQuery(organizationId, datasetId));
  const { data: first } = counts;
  const chosen = KINDS.find((kind) => kind === search.get('kind'));
  // The first kind that there is.
  const shown = chosen ?? DUPLICATE_KINDS.find((kind) => countOf(first, kind) > 0) ?? 'equal';
  const isReady = chosen !== undefined || !counts.isPending;
  const query = useInfiniteQuery({
    ...duplicatesQuery(organizationId, datasetId, shown),
    enabled: isReady,
  });
  const isComparing = [first, query.data?.pages[0]].some((page) => page?.is_comparing === true);
  const groups = query.data?.pages.flatMap((page) => page.groups);
  const mayEdit = useMayEditDataset();
  const [compared, setCompared] = useState<DuplicateGroup['shown']>();
  const { about, none } = SHOWN_TEXTS[shown];

  return (
    <Box as="section" aria-label="Duplicates">
      <Flex align="center" gap="2" wrap="wrap" minHeight="10" mb="2">
        <Heading fontSize="md" flex="1">
          Duplicates
        </Heading>
        {mayEdit && shown !== 'dismissed' && shown !== 'nearly_equal' && (
          <KeepMenu
            datasetId={datasetId}
            kind={shown}
            groups={first?.counts?.[shown]?.groups ?? 0}
            readAt={query.data?.pages[0]?.read_at}
          />
        )}
        <Button asChild size="sm">
          <RouterLink to={consolePaths.datasetDocuments(datasetId)}>
            <Files size={14} aria-hidden />
            All files
          </RouterLink>
        </Button>
      </Flex>
      <Flex as="nav" aria-label="Kinds of duplicates" wrap="wrap" gap="1" mb="3">
        {KINDS.map((kind) => (
          <Button
            key={kind}
            asChild
            size="sm"
            // Wide enough for a count that arrives after it.
            minWidth="9.5rem"
            justifyContent="flex-start"
            variant={kind === shown ? 'secondary' : 'ghost'}
          >
            <RouterLink
              to={`${consolePaths.datasetDuplicates(datasetId)}?kind=${kind}`}
              aria-current={kind === shown ? 'page' : undefined}
              replace
            >
              {kind === 'dismissed'
                ? SHOWN_LABELS[kind]
                : `${SHOWN_LABELS[kind]} (${countOfText(first, kind)})`}
            </RouterLink>
          </Button>
        ))}
      </Flex>
      <Flex align="center" gap="2" mb="4" minHeight="5" fontSize="sm" color="fg.muted">
        <Text flex="1">{about}</Text>
        {isComparing && (
          <Flex as="output" align="center" gap="2" flexShrink="0">
            <Spinner />
            Comparing documents
          </Flex>
        )}
      </Flex>
      {groups === undefined ? (
        query.isError ? (
          <ErrorState
            title="Failed to fetch duplicates"
            {...describeFailure(query.error)}
            retryLabel="Retry"
            retrying={query.isFetching}
            onRetry={() => {
              void counts.refetch();
              void query.refetch();
            }}
          />
        ) : (
          <Skeleton height="13rem" />
        )
      ) : groups.length === 0 ? (
        <EmptyState
          icon={<CircleCheck />}
          title={none}
          description={
            isComparing
              ? 'Documents are still being compared.'
              : 'New documents are compared once they are processed.'
          }
        />
      ) : (
        <Flex as="ul" direction="column" gap="4" listStyleType="none">
          {groups.map((group) => (
            <GroupCard
              key={group.id}
              datasetId={datasetId}
              group={group}
              readAt={query.data?.pages[0]?.read_at}
              mayEdit={mayEdit}
              onCompare={setCompared}
            />
          ))}
        </Flex>
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
      {compared !== undefined && (
        <LazyCompareDialog
          datasetId={datasetId}
          documents={compared}
          onClose={() => setCompared(undefined)}
        />
      )}
    </Box>
  );
}

const countOf = (page: Page | undefined, kind: ShownDuplicates) =>
  page?.counts?.[kind]?.groups ?? 0;

function countOfText(page: Page | undefined, kind: ShownDuplicates): string {
  if (page === undefined) return '\u2012';
  const more = page.counts?.[kind]?.is_more === true ? '+' : '';
  return `${countText(countOf(page, kind))}${more}`;
}
