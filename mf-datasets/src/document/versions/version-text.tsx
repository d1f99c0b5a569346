import { describeFailure } from '@carrel/shared/api';
import { Box, Button, ErrorState, Text } from '@carrel/shared/ui';
import { Skeleton } from '@carrel/shared/ui/signed-in';
import { useInfiniteQuery } from '@tanstack/react-query';

import type { DocumentPlace } from '../../data/document.api.ts';
import { versionTextQuery } from '../../data/versions.queries.ts';

/** The text of a version, as processing read it. */
export function VersionText({ place, number }: { place: DocumentPlace; number: number }) {
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(versionTextQuery(place, number));
  if (data === undefined) {
    return (
      <Box p="4">
        {error === null ? (
          <Box as="output" display="block" aria-busy aria-label="Loading the text">
            <Skeleton height="1rem" width="60%" />
          </Box>
        ) : (
          <ErrorState
            title="Failed to fetch the text"
            {...describeFailure(error)}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </Box>
    );
  }
  return (
    <Box
      as="section"
      aria-label={`Text of version ${number}`}
      tabIndex={0}
      flex="1"
      minHeight="0"
      overflowY="auto"
      px="4"
      py="3"
      dir="auto"
      _focusVisible={{ outlineOffset: '-2px' }}
    >
      {data.pages
        .flatMap(({ blocks }) => blocks)
        .map(({ kind, text, start }) => (
          <Text
            key={start}
            mb="3"
            fontSize="sm"
            lineHeight="1.6"
            whiteSpace="pre-line"
            overflowWrap="anywhere"
            fontWeight={kind === 'heading' ? 'semibold' : undefined}
          >
            {text}
          </Text>
        ))}
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </Box>
  );
}
