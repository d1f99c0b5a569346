import { messageOf } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { Flex, FormMessage, Spinner, toast } from '@carrel/shared/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';

import { finishConnection } from '../data/sources/sources.api.ts';
import type { SourcesPlace } from '../data/sources/sources.api.ts';
import { sourcesKey } from '../data/sources/sources.queries.ts';

/** What came of signing in elsewhere, as the address says it: the code is handed in once. */
export function ConnectionNote({ place }: { place: SourcesPlace }) {
  const [search] = useSearchParams();
  const sourceId = search.get('connect');
  const error = search.get('connect_error');
  const [code, state] = [search.get('code'), search.get('state')];
  if (sourceId === null) return null;
  if (error !== null) {
    // Its text is not shown: anybody can write an address.
    return (
      <FormMessage>
        {error.includes('denied')
          ? 'The source is not connected: access was not granted there. Connect it again to change that.'
          : 'The source could not be connected. Connect it again.'}
      </FormMessage>
    );
  }
  if (code === null || state === null) return null;
  return <Finish key={state} place={place} sourceId={sourceId} code={code} state={state} />;
}

interface FinishProps {
  place: SourcesPlace;
  sourceId: string;
  code: string;
  state: string;
}

function Finish({ place, sourceId, code, state }: FinishProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // A query and no effect: it is asked once, however often the screen is drawn.
  const { error } = useQuery({
    queryKey: [...sourcesKey(place), sourceId, 'connection', state],
    queryFn: async () => {
      await finishConnection({ ...place, sourceId }, { code, state });
      toast.success('Source connected');
      await queryClient.invalidateQueries({ queryKey: sourcesKey(place), exact: true });
      void navigate(consolePaths.datasetSources(place.datasetId, sourceId), { replace: true });
      return true;
    },
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (error !== null) {
    return <FormMessage>{messageOf(error, 'The source could not be connected.')}</FormMessage>;
  }
  return (
    <Flex as="output" align="center" gap="2" fontSize="sm" color="fg.muted">
      <Spinner />
      Connecting the source
    </Flex>
  );
}
