import type { TextComparison } from '@carrel/shared/contract';
import { useCommands } from '@carrel/shared/shell';
import { Box, Button, Text } from '@carrel/shared/ui';
import { EmptyState } from '@carrel/shared/ui/signed-in';
import { ArrowDown, ArrowUp, Equal } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';

import { ComparisonBar, type ComparisonLayout } from './comparison-bar.tsx';
import { HunkView, hunkStyles } from './hunk-view.tsx';
import { hunksOf } from './hunks.ts';

interface ComparisonViewProps {
  /** Names of the two texts, such as "Version 2" and "Version 3". */
  from: string;
  to: string;
  /** The parts of all pages that were loaded, and the counts. */
  comparison: Omit<TextComparison, 'next'>;
  /** Loads the changes that follow; undefined where these are all. */
  onMore?: (() => void) | undefined;
  isLoadingMore?: boolean;
}

/**
 * What differs between two texts: words that came and went, in one text or side by side, and the way from change to
 * change by buttons and by the keys n and p. Fills its container, and scrolls within it.
 */
export function ComparisonView({
  from,
  to,
  comparison,
  onMore,
  isLoadingMore = false,
}: ComparisonViewProps) {
  const { parts, changes } = comparison;
  const { hunks, leftOutAfter, changes: shownChanges } = useMemo(() => hunksOf(parts), [parts]);
  const [layout, setLayout] = useState<ComparisonLayout>('inline');
  const [current, setCurrent] = useState<number>();
  const body = useRef<HTMLDivElement>(null);
  const show = (step: 1 | -1) => {
    if (shownChanges === 0) return;
    const next = current === undefined ? (step === 1 ? 0 : shownChanges - 1) : current + step;
    const number = (next + shownChanges) % shownChanges;
    setCurrent(number);
    body.current?.querySelector(`[data-change="${number}"]`)?.scrollIntoView({ block: 'center' });
  };
  useCommands([
    {
      id: 'next-change',
      label: 'Next change',
      group: 'This screen',
      icon: <ArrowDown />,
      keys: 'n',
      run: () => show(1),
    },
    {
      id: 'previous-change',
      label: 'Previous change',
      group: 'This screen',
      icon: <ArrowUp />,
      keys: 'p',
      run: () => show(-1),
    },
  ]);
  if (changes === 0) {
    return (
      <Box p="6">
        <EmptyState
          icon={<Equal />}
          title="No words differ"
          description={`${from} and ${to} have the same text.`}
        />
      </Box>
    );
  }
  return (
    <>
      <ComparisonBar
        comparison={comparison}
        current={current}
        onStep={show}
        layout={layout}
        onLayout={setLayout}
      />
      <Box
        ref={body}
        as="section"
        aria-label={`Changes from ${from} to ${to}`}
        tabIndex={0}
        flex="1"
        minHeight="0"
        overflowY="auto"
        css={hunkStyles}
        _focusVisible={{ outlineOffset: '-2px' }}
      >
        {comparison.is_coarse && (
          <Text px="4" py="2" fontSize="sm" color="fg.muted" bg="bg.subtle" borderBottomWidth="1px">
            The texts differ so much that words are marked which both have.
          </Text>
        )}
        {hunks.map((hunk) => (
          <HunkView
            key={hunk.key}
            hunk={hunk}
            layout={layout}
            names={{ from, to }}
            current={current}
          />
        ))}
        {leftOutAfter > 0 && <LeftOut characters={leftOutAfter} />}
        {onMore !== undefined && (
          <Box p="4" textAlign="center">
            <Button loading={isLoadingMore} onClick={onMore}>
              Show more changes
            </Button>
          </Box>
        )}
      </Box>
    </>
  );
}

function LeftOut({ characters }: { characters: number }) {
  return <p data-left-out="">{`${characters.toLocaleString('en-US')} characters are the same`}</p>;
}
