import type { SearchResponse } from '@carrel/shared/contract';
import { Box, Button, Flex } from '@carrel/shared/ui';
import { useDeferredValue, useMemo } from 'react';

import { resultKey } from './movement.ts';
import type { Movement } from './movement.ts';
import { EmptyResult } from '../notes/empty-result.tsx';
import { MeaningNote } from '../notes/meaning-note.tsx';
import { PartialNote } from '../notes/partial-note.tsx';
import { SearchError } from '../notes/search-error.tsx';
import { TookLine } from '../notes/took-line.tsx';
import { LIMITS } from '../query/search-params.ts';
import type { SearchParams } from '../query/search-params.ts';
import type { Search } from '../query/use-search.ts';
import type { SearchScope } from '../search-scope.ts';
import { ResultSkeleton } from './result-skeleton.tsx';
import { GroupedResult } from './grouped-result.tsx';

interface ResultListProps {
  scope: SearchScope;
  params: SearchParams;
  search: Search;
  /** How results moved beside another list, by `resultKey`. */
  movements?: ReadonlyMap<string, Movement> | undefined;
  onChange: (changes: Partial<SearchParams>) => void;
  /** Shows or hides the other results of a document. */
  onOpen: (documentId: string, open: boolean) => void;
}

/** The results of one search, or why there are none. */
export function ResultList(props: ResultListProps) {
  const { search } = props;
  const { data, error } = search;
  if (data === undefined) {
    return error === null ? <ResultSkeleton /> : <SearchError search={search} />;
  }
  return <Results {...props} data={data} />;
}

/** What has the focus is not behind the field, which stays in view. */
const BELOW_BAR = {
  '& :is(a, button)': { scrollMarginBlock: 'calc(3.5rem + var(--search-bar)) 1rem' },
};
const DIM = 'opacity 150ms ease-out 250ms';
/** Results that are rendered at once; those below follow, so that the first ones are seen earlier. */
const FIRST = 3;

function Results({
  scope,
  params,
  search,
  data,
  movements,
  onChange,
  onOpen,
}: ResultListProps & { data: SearchResponse }) {
  const { error, isFetching, isEarlier, request } = search;
  const { results } = data;
  const first = results.slice(0, FIRST);
  const firstKeys = new Set(first.map(resultKey));
  const found = useMemo(() => ({ results, request }), [results, request]);
  // Those of the list before, with its request, until there is time for the new ones.
  const later = useDeferredValue(found);
  const rest = later.results.slice(FIRST).filter((result) => !firstKeys.has(resultKey(result)));
  const more = LIMITS.find((limit) => limit > params.limit);
  return (
    <Box aria-busy={isFetching}>
      {/* A refresh failed: the results of before are still here. */}
      {error !== null && !isEarlier && <SearchError search={search} />}
      {/* In the list: above it, it would move what is shown while the first response is awaited. */}
      <MeaningNote meaning={data.meaning} />
      <Flex align="center" minHeight="5" mb="2">
        <TookLine
          answer={data}
          wantsReranker={params.compare !== null && request?.rerank === true}
        />
      </Flex>
      <PartialNote text={data.partial} />
      {/* After a delay, as most responses come sooner. */}
      <Box opacity={isEarlier ? 0.55 : 1} transition={isEarlier ? DIM : undefined}>
        {results.length === 0 ? (
          <EmptyResult scope={scope} params={params} answer={data} onChange={onChange} />
        ) : (
          <Box as="ol" aria-label="Results" data-results="" css={BELOW_BAR}>
            {[...first, ...rest].map((result, index) => (
              <GroupedResult
                key={resultKey(result)}
                scope={scope}
                request={index < first.length ? request : later.request}
                result={result}
                movement={movements?.get(resultKey(result))}
                open={params.opened.includes(result.document.id)}
                onToggle={onOpen}
              />
            ))}
          </Box>
        )}
        {more !== undefined && results.length >= params.limit && (
          <Button mt="2" onClick={() => onChange({ limit: more })}>
            {`Show up to ${more}`}
          </Button>
        )}
      </Box>
    </Box>
  );
}
