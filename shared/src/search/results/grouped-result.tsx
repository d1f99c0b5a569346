import type { SearchRequest, SearchResult as Result } from '@carrel/shared/contract';
import { Button, Flex } from '@carrel/shared/ui';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, useId } from 'react';

import type { Movement } from './movement.ts';
import type { SearchScope } from '../search-scope.ts';
import { countText } from '../words.ts';
import { AlsoIn } from './also-in.tsx';
import { MoreResults } from './more-results.tsx';
import { SearchResult } from './passage/search-result.tsx';

interface GroupedResultProps {
  scope: SearchScope;
  request: SearchRequest | null;
  /** The best result of its document. */
  result: Result;
  movement?: Movement | undefined;
  /** Whether the others of its document are shown. */
  open: boolean;
  onToggle: (documentId: string, open: boolean) => void;
}

/** The best result of a document, and the ways to its others and to documents with the same passage. */
export const GroupedResult = memo(function GroupedResult(props: GroupedResultProps) {
  const { scope, request, result, movement, open, onToggle } = props;
  const id = useId();
  const more = result.more ?? 0;
  const also = result.also ?? [];
  const hasMore = more > 0 && request !== null;
  return (
    <SearchResult scope={scope} request={request} result={result} movement={movement}>
      {(hasMore || also.length > 0) && (
        <Flex align="center" columnGap="1" wrap="wrap" ms="-2.5">
          {hasMore && (
            <Button
              size="sm"
              variant="ghost"
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              onClick={() => onToggle(result.document.id, !open)}
            >
              {open ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
              {`${countText(more)}${result.more_exact === true ? '' : '+'} more in this document`}
            </Button>
          )}
          <AlsoIn also={also} />
        </Flex>
      )}
      {hasMore && open && <MoreResults id={id} scope={scope} request={request} best={result} />}
    </SearchResult>
  );
});
