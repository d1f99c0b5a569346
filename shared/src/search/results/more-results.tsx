import { SEARCH_LIMIT_MAX } from '@carrel/shared/contract';
import type { SearchRequest, SearchResult as Result } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, Button, Text, VisuallyHidden } from '@carrel/shared/ui';
import { Skeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';

import { searchQuery } from '../query/search.queries.ts';
import type { SearchScope } from '../search-scope.ts';
import { counted } from '../words.ts';
import { distinctPassages } from './same-passage.ts';
import { SearchResult } from './passage/search-result.tsx';

interface MoreResultsProps {
  id: string;
  scope: SearchScope;
  request: SearchRequest;
  /** The result of the document that is shown above. */
  best: Result;
}

/** The other results of a document, in place. */
export function MoreResults({ id, scope, request, best }: MoreResultsProps) {
  const { group: _, ...flat } = request;
  const own = {
    ...flat,
    document: best.document.id,
    limit: SEARCH_LIMIT_MAX,
    final: false,
  } satisfies SearchRequest;
  const query = useQuery(searchQuery(useOrganizationId(), scope, own));
  const results = query.isPlaceholderData ? undefined : query.data?.response.results;
  if (results === undefined) {
    return query.isError ? (
      <Text id={id} role="alert" mt="2" fontSize="sm" color="danger.fg">
        {'The other results of this document could not be read. '}
        <Button size="sm" variant="ghost" onClick={() => void query.refetch()}>
          Try again
        </Button>
      </Text>
    ) : (
      <Box as="output" id={id} display="block" aria-busy mt="3" css={BELOW}>
        <VisuallyHidden>Loading...</VisuallyHidden>
        <Skeleton width="25%" height="3" mb="2" />
        <Skeleton width="80%" />
      </Box>
    );
  }
  const others = results.filter(({ chunk }) => chunk.number !== best.chunk.number);
  const shown = distinctPassages(others, best);
  const same = others.length - shown.length;
  return (
    <Box id={id} mt="2" css={BELOW}>
      <Box as="ol" aria-label={`More in ${best.document.name}`}>
        {shown.map((result) => (
          <SearchResult
            key={result.chunk.number}
            scope={scope}
            request={own}
            result={result}
            isBelow
          />
        ))}
      </Box>
      {same > 0 && (
        <Text fontSize="xs" color="fg.muted" py="2">
          {`${counted(same, 'more passage')} of this document ${same === 1 ? 'has' : 'have'} the same text.`}
        </Text>
      )}
      {results.length >= SEARCH_LIMIT_MAX && (
        <Text fontSize="xs" color="fg.muted" py="2">
          {`These are the best ${SEARCH_LIMIT_MAX} of this document.`}
        </Text>
      )}
    </Box>
  );
}

const BELOW = { ps: '4', borderInlineStartWidth: '2px', borderColor: 'border.subtle' };
