import { Box, Button, Stack } from '@carrel/shared/ui';
import { ChevronRight } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';

import { AnswerPanel } from '../answer/answer-panel.tsx';
import { Passages, type OpenedPassage } from '../passages/passages.tsx';
import type { Turn } from './use-thread.ts';

interface ThreadTurnProps {
  turn: Turn;
  /** Asks the question again; only the last one can be. The passages of others are folded. */
  onAskAgain: (() => void) | undefined;
  /** Rates the answer. */
  rating?: ReactNode;
  /** What comes after the answer. */
  children?: ReactNode;
}

/** A question, its answer, and the passages beside it. */
export function ThreadTurn({ turn, onAskAgain, rating, children }: ThreadTurnProps) {
  const { answer, takesFocus } = turn;
  const { question, state, passages = [] } = answer;
  const isLast = onAskAgain !== undefined;
  const [isUnfolded, setIsUnfolded] = useState(false);
  const [opened, setOpened] = useState<OpenedPassage | null>(null);
  const open = useCallback((passage: number) => {
    setIsUnfolded(true);
    setOpened((before) => ({ passage, press: (before?.press ?? 0) + 1 }));
  }, []);
  const root = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLSpanElement>(null);
  const arrives = useRef(takesFocus);
  useEffect(() => {
    // Once: a screen that is shown again keeps its focus.
    if (!arrives.current) return;
    arrives.current = false;
    title.current?.focus({ preventScroll: true });
    root.current?.scrollIntoView({ block: 'start' });
  }, []);

  const heading = state === 'refused' ? 'Nearest passages' : 'Passages';
  const list = (label: string) => (
    <Passages
      label={label}
      title={isLast ? heading : undefined}
      passages={passages}
      opened={opened}
      onOpen={open}
      onClose={() => setOpened(null)}
    />
  );
  return (
    <Box
      ref={root}
      display="grid"
      columnGap="6"
      rowGap={isLast ? '6' : '3'}
      scrollMarginTop="16"
      // Leaves room to scroll to a question whose answer is short yet.
      minHeight={isLast && takesFocus ? 'calc(100dvh - 6rem)' : undefined}
      gridTemplateRows={isLast ? { base: 'auto 1fr', lg: '1fr' } : undefined}
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
    >
      <Stack gap="6">
        <AnswerPanel
          titleRef={title}
          answer={answer}
          onAsk={onAskAgain}
          onOpen={open}
          rating={rating}
        />
        {children}
      </Stack>
      {passages.length > 0 &&
        (isLast ? (
          list(heading)
        ) : (
          <Stack gap="3" align="start">
            <Button
              size="sm"
              variant="ghost"
              aria-expanded={isUnfolded}
              onClick={() => {
                setIsUnfolded(!isUnfolded);
                setOpened(null);
              }}
            >
              <Box asChild transform={isUnfolded ? 'rotate(90deg)' : undefined}>
                <ChevronRight size={14} aria-hidden />
              </Box>
              {passages.length === 1 ? '1 passage' : `${passages.length} passages`}
            </Button>
            {isUnfolded && list(`${heading}: ${question}`)}
          </Stack>
        ))}
    </Box>
  );
}
