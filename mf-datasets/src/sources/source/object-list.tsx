import { describeFailure } from '@carrel/shared/api';
import { shownName } from '@carrel/shared/contract';
import type { SourceObject, SourceObjectState } from '@carrel/shared/contract/sources';
import { consolePaths } from '@carrel/shared/paths';
import { Box, Button, ErrorState, Flex, Link, Text } from '@carrel/shared/ui';
import { DataTable, formatSize } from '@carrel/shared/ui/signed-in';
import type { TableColumn } from '@carrel/shared/ui/signed-in';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';

import { countText } from '../../data/sources/source-labels.ts';
import type { SourcePlaceIds } from '../../data/sources/sources.api.ts';
import { sourceObjectsQuery } from '../../data/sources/sources.queries.ts';
import { isWebAddress, OriginalLink } from '../../parts/original-link.tsx';

interface ObjectListProps {
  place: SourcePlaceIds;
  state: SourceObjectState;
  /** Changes when they have to be read again. */
  version: string;
  /** How many there are, where that is known. */
  total: number | undefined;
}

/** Objects of a source in one state, page by page, with reasons and where people open them. */
export function ObjectList({ place, state, version, total }: ObjectListProps) {
  const query = useInfiniteQuery(sourceObjectsQuery(place, state, version));
  const objects = query.data?.pages.flatMap((page) => page.objects);
  if (objects === undefined && query.isError) {
    return (
      <ErrorState
        title="Failed to load objects"
        {...describeFailure(query.error)}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <Box>
      <DataTable
        label="Objects"
        loading={objects === undefined}
        rows={objects ?? []}
        rowKey={({ path }) => path}
        columns={columnsOf(place.datasetId)}
      />
      {objects !== undefined && (
        <Flex as="output" align="center" gap="3" mt="3" fontSize="sm" color="fg.muted">
          {total === undefined || total < objects.length
            ? countText(objects.length)
            : `${countText(objects.length)} of ${countText(total)}`}
          {query.hasNextPage && (
            <Button
              size="sm"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </Flex>
      )}
    </Box>
  );
}

const columnsOf = (datasetId: string): readonly TableColumn<SourceObject>[] => [
  {
    key: 'path',
    header: 'Path',
    grow: true,
    cell: (object) => <ObjectPath datasetId={datasetId} object={object} />,
  },
  {
    key: 'size',
    header: 'Size',
    align: 'end',
    cell: ({ size }) => (size === null ? '' : formatSize(size, { decimals: 1 })),
  },
  {
    key: 'original',
    header: 'Original',
    cell: ({ url, path }) =>
      isWebAddress(url) ? (
        <OriginalLink url={url} label={`Open the original of ${shownName(path)}`}>
          Open
        </OriginalLink>
      ) : (
        ''
      ),
  },
];

function ObjectPath({ datasetId, object }: { datasetId: string; object: SourceObject }) {
  const { path, from, reason, document_id: documentId } = object;
  const name = shownName(path);
  return (
    <Box minWidth="0" whiteSpace="normal" overflowWrap="anywhere" py={{ md: '1.5' }}>
      {documentId === undefined ? (
        <Text as="span" fontWeight="medium">
          {name}
        </Text>
      ) : (
        <Link asChild variant="quiet">
          <RouterLink to={consolePaths.document(datasetId, documentId)}>{name}</RouterLink>
        </Link>
      )}
      {from !== undefined && from !== path && (
        <Text as="span" display="block" fontSize="xs" color="fg.muted">
          {`From ${shownName(from)}`}
        </Text>
      )}
      {reason !== undefined && (
        <Text as="span" display="block" fontSize="xs" color="danger.fg">
          {reason}
        </Text>
      )}
    </Box>
  );
}
