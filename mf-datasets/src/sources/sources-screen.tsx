import { describeFailure, isApiError } from '@carrel/shared/api';
import type { Source } from '@carrel/shared/contract/sources';
import { consolePaths } from '@carrel/shared/paths';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, Button, ErrorState, Flex, Stack, Text } from '@carrel/shared/ui';
import { EmptyState, TableSkeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { Lock, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

import { sourcesQuery } from '../data/sources/sources.queries.ts';
import { ConnectionNote } from './connection-note.tsx';
import { SourceFormDialog } from './form/source-form-dialog.tsx';
import { SourceList } from './source-list.tsx';
import { SourceView } from './source/source-view.tsx';
import { SourcesEmpty } from './sources-empty.tsx';
import { useSourceActions } from './use-source-actions.tsx';

const HEADERS = ['Name', 'State', 'Last run', 'Next run'];

/** The sources of a dataset, or one of them, by the address. */
export function SourcesScreen({ datasetId }: { datasetId: string }) {
  const place = { organizationId: useOrganizationId(), datasetId };
  const query = useQuery(sourcesQuery(place));
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [edited, edit] = useState<'new' | Source>();
  const chosen = search.get('source') ?? search.get('connect');
  const actions = useSourceActions(place, () =>
    navigate(consolePaths.datasetSources(datasetId), { replace: true }),
  );

  const screen = () => {
    if (query.data === undefined) {
      return query.isError ? (
        <Failure query={query} />
      ) : (
        <TableSkeleton label="Sources" columns={HEADERS} rows={2} />
      );
    }
    const { sources, kinds, connects } = query.data;
    if (chosen !== null) {
      return (
        <SourceView
          key={chosen}
          place={place}
          source={sources.find(({ id }) => id === chosen)}
          isLoading={query.isFetching}
          readAt={query.dataUpdatedAt}
          connects={connects}
          actions={actions}
          onEdit={edit}
        />
      );
    }
    if (sources.length === 0) return <SourcesEmpty kinds={kinds} onAdd={() => edit('new')} />;
    return (
      <Box as="section">
        <Flex align="center" gap="3" wrap="wrap" mb="3">
          <Text flex="1 1 14rem" color="fg.muted" fontSize="sm">
            Each keeps a folder of this dataset up to date from elsewhere.
          </Text>
          <Button variant="primary" onClick={() => edit('new')}>
            <Plus aria-hidden />
            Add a source
          </Button>
        </Flex>
        <SourceList
          sources={sources}
          readAt={query.dataUpdatedAt}
          connects={connects}
          actions={actions}
          onEdit={edit}
        />
      </Box>
    );
  };

  return (
    <Stack gap="4">
      <ConnectionNote place={place} />
      {screen()}
      {edited !== undefined && query.data !== undefined && (
        <SourceFormDialog
          place={place}
          offered={query.data}
          {...(edited !== 'new' && { source: edited })}
          onClose={() => edit(undefined)}
          onCreated={(id, isUnconnected) => {
            if (isUnconnected) actions.connect.mutate(id);
            void navigate(consolePaths.datasetSources(datasetId, id));
          }}
        />
      )}
      {actions.removal.dialog}
    </Stack>
  );
}

interface FailureProps {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
}

function Failure({ query: { error, isFetching, refetch } }: FailureProps) {
  if (isApiError(error) && error.status === 403) {
    return (
      <EmptyState
        icon={<Lock />}
        title="The sources of this dataset are not shown to you"
        description={error.message}
      />
    );
  }
  return (
    <ErrorState
      title="Failed to load sources"
      {...describeFailure(error)}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
