import { Box, Button, Flex } from '@carrel/shared/ui';

import { resultKey } from '../compare/movement.ts';
import type { Movement } from '../compare/movement.ts';
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
import { SearchResult } from './search-result.tsx';

interface ResultListProps {
  scope: SearchScope;
  params: SearchParams;
  search: Search;
  /** How results moved beside another list, by `resultKey`. */
  movements?: ReadonlyMap<string, Movement> | undefined;
  onChange: (changes: Partial<SearchParams>) => void;
}

/** The results of one search, or why there are none. */
export function ResultList({ scope, params, search, movements, onChange }: ResultListProps) {
  const { data, error, isFetching, isEarlier, request } = search;
  if (data === undefined) {
    return error === null ? <ResultSkeleton /> : <SearchError search={search} />;
  }
  const { results } = data;
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
      <Box opacity={isEarlier ? 0.55 : 1} transition="opacity 150ms ease-out">
        {results.length === 0 ? (
          <EmptyResult scope={scope} params={params} answer={data} onChange={onChange} />
        ) : (
          <Box as="ol" aria-label="Results" data-results="">
            {results.map((result) => (
              <SearchResult
                key={resultKey(result)}
                scope={scope}
                request={isEarlier ? null : request}
                result={result}
                movement={movements?.get(resultKey(result))}
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
