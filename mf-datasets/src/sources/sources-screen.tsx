import { describeFailure, isApiError } from '@carrel/shared/api';
import type { Source } from '@carrel/shared/contract/sources';
import { isOAuthKind } from '@carrel/shared/contract/sources';
import { consolePaths } from '@carrel/shared/paths';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, Button, ErrorState, Flex, FormMessage, Stack, Text } from '@carrel/shared/ui';
import { EmptyState, TableSkeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { Lock, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

import { sourcesQuery } from '../data/sources/sources.queries.ts';
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
  const chosen = search.get('source') ?? search.get('connected');
  const actions = useSourceActions(place, () =>
    navigate(consolePaths.datasetSources(datasetId), { replace: true }),
  );
  const kinds = query.data?.kinds ?? [];

  const screen = () => {
    if (query.data === undefined) {
      return query.isError ? (
        <Failure query={query} />
      ) : (
        <TableSkeleton label="Sources" columns={HEADERS} rows={2} />
      );
    }
    const { sources } = query.data;
    if (chosen !== null) {
      return (
        <SourceView
          key={chosen}
          place={place}
          source={sources.find(({ id }) => id === chosen)}
          isLoading={query.isFetching}
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
        <SourceList sources={sources} actions={actions} onEdit={edit} />
      </Box>
    );
  };

  return (
    <Stack gap="4">
      <ConnectNote search={search} />
      {screen()}
      {edited !== undefined && (
        <SourceFormDialog
          place={place}
          kinds={kinds}
          {...(edited !== 'new' && { source: edited })}
          onClose={() => edit(undefined)}
          onCreated={(id, kind) => {
            if (isOAuthKind(kind)) actions.connect.mutate(id);
            void navigate(consolePaths.datasetSources(datasetId, id));
          }}
        />
      )}
      {actions.removal.dialog}
    </Stack>
  );
}

/** What came of signing in elsewhere, as the address says it. Its text is not shown: anybody can write it. */
function ConnectNote({ search }: { search: URLSearchParams }) {
  const error = search.get('connect_error');
  if (error === null) return null;
  return (
    <FormMessage>
      {error.includes('denied')
        ? 'The source is not connected: access was not granted there. Connect it again to change that.'
        : 'The source could not be connected. Connect it again.'}
    </FormMessage>
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
