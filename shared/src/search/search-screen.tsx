import { useCommands } from '@carrel/shared/shell';
import { Box, VisuallyHidden } from '@carrel/shared/ui';
import { useIsNarrow } from '@carrel/shared/ui/signed-in';
import { Search } from 'lucide-react';
import { useDeferredValue, useEffect, useRef } from 'react';

import { ComparedLists } from './compare/compared-lists.tsx';
import { ActiveFilters } from './facets/active-filters.tsx';
import { Filters } from './facets/filters.tsx';
import { StartNote } from './notes/start-note.tsx';
import { moveBetweenResults } from './results/move-between-results.ts';
import { ResultList } from './results/result-list.tsx';
import { SearchField } from './query/search-field.tsx';
import { faultOf } from './query/search-request.ts';
import { SettingsBar } from './query/settings-bar.tsx';
import { useSearch } from './query/use-search.ts';
import { useSearchParams } from './query/use-search-params.ts';
import type { SearchScope } from './search-scope.ts';
import { counted } from './words.ts';

/** The field, the filters and the results of a search, or of one search with two settings. */
export function SearchScreen({ scope }: { scope: SearchScope }) {
  const { params, settled, replaced, type, submit, change } = useSearchParams();
  const first = useSearch(scope, params, params, settled);
  // A search that is compared is one search.
  const second = useSearch(scope, params, params.compare, false);
  const isNarrow = useIsNarrow();
  const field = useRef<HTMLInputElement>(null);
  const hasFocusFirst = useRef(params.q === '');
  useEffect(() => {
    if (hasFocusFirst.current) field.current?.focus({ preventScroll: true });
  }, []);
  useCommands([
    {
      id: 'focus-search',
      label: 'Go to the search field',
      group: 'This screen',
      icon: <Search />,
      keys: '/',
      run: () => {
        field.current?.focus();
        field.current?.select();
      },
    },
  ]);

  const asked = params.q.trim() !== '' && faultOf(params.q) === undefined;
  const answer = asked ? first.data : undefined;
  // After the results, which are awaited.
  const facets = useDeferredValue(answer?.facets);
  const isAside = !isNarrow && params.compare === null;
  const filters = (
    <Filters scope={scope} params={params} facets={facets} folded={!isAside} onChange={change} />
  );
  return (
    <Box onKeyDown={moveBetweenResults}>
      <SearchField
        ref={field}
        kind={scope.kind}
        q={params.q}
        replaced={replaced}
        fault={first.queryFault}
        busy={first.isFetching || second.isFetching}
        onType={type}
        onSubmit={submit}
      />
      <SettingsBar
        params={params}
        mode={answer?.mode}
        meaning={answer?.meaning.state}
        narrow={isNarrow}
        onChange={change}
      />
      <VisuallyHidden>
        <output>{announcementOf([first, ...(params.compare === null ? [] : [second])])}</output>
      </VisuallyHidden>
      {asked ? (
        <Box
          display="grid"
          gap={isAside ? '6' : '3'}
          gridTemplateColumns={isAside ? '13rem minmax(0, 1fr)' : 'minmax(0, 1fr)'}
          alignItems="start"
        >
          {filters}
          <Box minWidth="0">
            <ActiveFilters
              scope={scope}
              params={params}
              facets={answer?.facets}
              onChange={change}
            />
            {params.compare === null ? (
              <ResultList scope={scope} params={params} search={first} onChange={change} />
            ) : (
              <ComparedLists
                scope={scope}
                params={params}
                setting={params.compare}
                first={first}
                second={second}
                narrow={isNarrow}
                onChange={change}
              />
            )}
          </Box>
        </Box>
      ) : (
        <>
          <ActiveFilters scope={scope} params={params} facets={undefined} onChange={change} />
          <StartNote kind={scope.kind} />
        </>
      )}
    </Box>
  );
}

/** Returns how much was found, for screen readers; nothing while a request is under way. */
function announcementOf(searches: readonly ReturnType<typeof useSearch>[]): string {
  if (searches.some(({ data, isFetching }) => data === undefined || isFetching)) return '';
  return searches.map(({ data }) => counted(data?.results.length ?? 0, 'result')).join(' beside ');
}
