import { describeFailure } from '@carrel/shared/api';
import { Box, ErrorState } from '@carrel/shared/ui';
import { Skeleton } from '@carrel/shared/ui/signed-in';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { DocumentPlace } from '../../data/document.api.ts';
import { comparisonQuery } from '../../data/versions.queries.ts';
import { ComparisonView } from '../../parts/compare/comparison-view.tsx';

interface VersionComparisonViewProps {
  place: DocumentPlace;
  from: number;
  to: number;
}

/** What differs between two versions. */
export function VersionComparisonView({ place, from, to }: VersionComparisonViewProps) {
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(comparisonQuery(place, from, to));
  const comparison = useMemo(() => {
    const [first] = data?.pages ?? [];
    if (data === undefined || first === undefined) return undefined;
    return { ...first, parts: data.pages.flatMap(({ parts }) => parts) };
  }, [data]);
  if (comparison !== undefined) {
    return (
      <ComparisonView
        from={`Version ${from}`}
        to={`Version ${to}`}
        comparison={comparison}
        onMore={hasNextPage ? () => void fetchNextPage() : undefined}
        isLoadingMore={isFetchingNextPage}
      />
    );
  }
  return (
    <Box p="4">
      {error === null ? (
        <Box as="output" display="block" aria-busy aria-label="Comparing">
          <Skeleton height="1rem" width="60%" />
        </Box>
      ) : (
        <ErrorState
          title="Failed to compare these versions"
          {...describeFailure(error)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Box>
  );
}
