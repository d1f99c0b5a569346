import type { SearchRequest, SearchResult as Result } from '@carrel/shared/contract';
import { Box, Button, Flex, Text, VisuallyHidden } from '@carrel/shared/ui';
import { FoldVertical, UnfoldVertical } from 'lucide-react';
import { memo, useId, useState } from 'react';
import type { ReactNode } from 'react';

import { MovementBadge } from '../movement-badge.tsx';
import type { Movement } from '../movement.ts';
import type { SearchScope } from '../../search-scope.ts';
import { isExcerpt } from './excerpt.ts';
import { CopyText } from './copy-text.tsx';
import { HeldInPlace } from './held-in-place.tsx';
import { ResultHead } from './result-head.tsx';
import { ResultText } from './result-text.tsx';
import { useSurroundings } from './use-surroundings.ts';
import { WhyLine } from './why-line.tsx';

interface SearchResultProps {
  scope: SearchScope;
  /** The request that found it. */
  request: SearchRequest | null;
  result: Result;
  /** How it moved beside another list. */
  movement?: Movement | undefined;
  /** Below another result of the same document. */
  isBelow?: boolean;
  /** What is shown below it. */
  children?: ReactNode;
}

/** A passage that was found: where it is, its text, and why. */
export const SearchResult = memo(function SearchResult(props: SearchResultProps) {
  const { scope, request, result, movement, isBelow = false, children } = props;
  const { before, after, around, isFetching, failed, onMore, onHide } = useSurroundings(
    scope,
    request,
    result,
  );
  const id = useId();
  const [all, setAll] = useState(false);
  const [isCut, setCut] = useState(false);
  return (
    // What is out of sight is not laid out and painted with each response; focus rings reach over the edges.
    <Box
      as="li"
      py={isBelow ? '3' : '4'}
      borderTopWidth={isBelow ? undefined : '1px'}
      minWidth="0"
      css={{
        contentVisibility: 'auto',
        containIntrinsicHeight: 'auto 12rem',
        overflowClipMargin: '0.5rem',
      }}
    >
      <ResultHead result={result} isBelow={isBelow} showsDataset={scope.kind !== 'dataset'}>
        {movement !== undefined && <MovementBadge movement={movement} />}
      </ResultHead>
      <Neighbours label="Before" chunks={before} />
      <HeldInPlace above={before.length}>
        <ResultText
          id={id}
          text={result.text}
          highlights={result.highlights}
          all={all}
          onCut={setCut}
        />
      </HeldInPlace>
      <Neighbours label="After" chunks={after} />
      {failed && (
        <Text role="alert" mt="1" fontSize="sm" color="danger.fg">
          What comes before and after could not be read. Try again.
        </Text>
      )}
      <Flex align="center" gap="1" wrap="wrap" mt="1.5" minHeight="7">
        <WhyLine result={result} />
        <Flex align="center" gap="1" ms="auto" wrap="wrap" justify="end">
          {(all || isCut || isExcerpt(result)) && (
            <Button
              size="sm"
              variant="ghost"
              aria-expanded={all}
              aria-controls={id}
              onClick={() => setAll(!all)}
            >
              {all ? 'Show less' : 'Show all'}
            </Button>
          )}
          {around > 0 && (
            <Button size="sm" variant="ghost" onClick={onHide}>
              <FoldVertical aria-hidden />
              Hide
            </Button>
          )}
          {onMore !== undefined && (
            <Button
              size="sm"
              variant="ghost"
              loading={isFetching}
              aria-label={around === 0 ? 'Show what comes before and after' : 'Show more around it'}
              onClick={onMore}
            >
              <UnfoldVertical aria-hidden />
              {around === 0 ? 'Before and after' : 'More'}
            </Button>
          )}
          {request !== null && scope.renderAction?.(result, request.query)}
          <CopyText text={result.text} />
        </Flex>
      </Flex>
      {children}
    </Box>
  );
});

function Neighbours({ label, chunks }: { label: string; chunks: Result['before'] }) {
  if (chunks.length === 0) return null;
  return (
    <Box
      my="2"
      ps="3"
      borderLeftWidth="2px"
      borderColor="border.strong"
      fontSize="sm"
      color="fg.muted"
      maxWidth="46rem"
    >
      <VisuallyHidden>{label}</VisuallyHidden>
      {chunks.map(({ number, text }) => (
        <Text key={number} dir="auto" whiteSpace="pre-line" overflowWrap="anywhere" mb="1">
          {text}
        </Text>
      ))}
    </Box>
  );
}
