import { useCommands } from '@carrel/shared/shell';
import { Box, Flex, VisuallyHidden } from '@carrel/shared/ui';
import { useIsNarrow } from '@carrel/shared/ui/signed-in';
import { Search } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';

import { ComparedLists } from './compare/compared-lists.tsx';
import { ActiveFilters } from './facets/active-filters.tsx';
import { activeFilters } from './facets/filter-labels.ts';
import { FiltersButton } from './facets/filters-button.tsx';
import { Filters } from './facets/filters.tsx';
import { DidYouMean } from './notes/did-you-mean.tsx';
import { StartNote } from './notes/start-note.tsx';
import { moveBetweenResults } from './results/passage/move-between-results.ts';
import { ResultList } from './results/result-list.tsx';
import { LIMITS } from './query/search-params.ts';
import { SearchField } from './query/search-field.tsx';
import { faultOf } from './query/search-request.ts';
import { SettingsBar } from './query/settings-bar.tsx';
import { useEarlySearch, useSearch } from './query/use-search.ts';
import { useSearchParams } from './query/use-search-params.ts';
import type { SearchScope } from './search-scope.ts';
import { counted } from './words.ts';

/** The field, the filters and the results of a search, or of one search with two settings. */
export function SearchScreen({ scope }: { scope: SearchScope }) {
  const { params, settled, replaced, type, submit, change, adjust } = useSearchParams(
    useEarlySearch(scope),
  );
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

  const [isFiltering, setFiltering] = useState(false);
  const { opened } = params;
  const open = useCallback(
    (documentId: string, isOpen: boolean) => {
      const others = opened.filter((id) => id !== documentId);
      adjust({ opened: isOpen ? [...others, documentId] : others });
    },
    [opened, adjust],
  );
  const accept = (q: string) => {
    change({ q, opened: [], limit: LIMITS[0] });
    // The suggestion that had the focus goes.
    field.current?.focus({ preventScroll: true });
  };
  const asked = params.q.trim() !== '' && faultOf(params.q) === undefined;
  const answer = asked ? first.data : undefined;
  // After the results, which are awaited.
  const facets = useDeferredValue(answer?.facets);
  const isAside = !isNarrow && params.compare === null;
  const filters = (
    <Filters scope={scope} params={params} facets={facets} folded={!isAside} onChange={change} />
  );
  return (
    <Box onKeyDown={moveBetweenResults} css={{ '--search-bar': '4.25rem' }}>
      {/* Below the bar of the page, which stays in view too. */}
      <Box
        position="sticky"
        top="3rem"
        zIndex="1"
        bg="bg.canvas"
        mx="-2"
        px="2"
        pt="2"
        mt="-2"
        pb="3"
      >
        <Flex align="flex-start" gap="2">
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
          {asked && !isAside && (
            <FiltersButton
              count={activeFilters(params, scope, answer?.facets).length}
              open={isFiltering}
              onToggle={() => setFiltering(!isFiltering)}
            />
          )}
        </Flex>
        {asked && !isAside && isFiltering && filters}
      </Box>
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
          alignItems={isAside ? 'stretch' : 'start'}
        >
          {isAside && filters}
          <Box minWidth="0">
            {!first.isEarlier && (
              <DidYouMean q={params.q} suggestion={answer?.did_you_mean} onAccept={accept} />
            )}
            <ActiveFilters
              scope={scope}
              params={params}
              facets={answer?.facets}
              onChange={change}
            />
            {params.compare === null ? (
              <ResultList
                scope={scope}
                params={params}
                search={first}
                onChange={change}
                onOpen={open}
              />
            ) : (
              <ComparedLists
                scope={scope}
                params={params}
                setting={params.compare}
                first={first}
                second={second}
                narrow={isNarrow}
                onChange={change}
                onOpen={open}
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
