import type { SearchResult } from '@carrel/shared/contract';
import { Box, Button, Flex, Spinner, Text } from '@carrel/shared/ui';
import { Panel } from '@carrel/shared/ui/signed-in';
import type { ReactNode, Ref } from 'react';

import { AnswerActions } from './answer-actions.tsx';
import { AnswerText } from '../markdown/answer-text.tsx';
import type { Answer } from './answer.ts';

interface AnswerPanelProps {
  answer: Answer;
  /** The question, for the focus. */
  titleRef: Ref<HTMLSpanElement>;
  /** Asks the same question again. */
  onAsk: (() => void) | undefined;
  /** Opens the passage of a citation. */
  onOpen: (passage: number) => void;
  /** Rates an answer that is complete. */
  rating?: ReactNode;
}

const NONE: readonly SearchResult[] = [];

/** An answer as it arrives, or why there is none. */
export function AnswerPanel({ answer, titleRef, onAsk, onOpen, rating }: AnswerPanelProps) {
  const { state, text, passages, searchedFor, question } = answer;
  const isAsking = state === 'asking';
  return (
    <Panel
      title={
        <Box
          as="span"
          ref={titleRef}
          tabIndex={-1}
          dir="auto"
          overflowWrap="anywhere"
          outline="none"
        >
          {question}
        </Box>
      }
    >
      {searchedFor !== undefined && (
        <Text mb="3" color="fg.muted" fontSize="sm" overflowWrap="anywhere" dir="auto">
          Searched for: {searchedFor}
        </Text>
      )}
      {text !== '' && <AnswerText text={text} passages={passages ?? NONE} onOpen={onOpen} />}
      {isAsking && text === '' && (
        <Flex align="center" gap="2" color="fg.muted">
          <Spinner />
          {passages === undefined ? 'Searching the datasets' : 'Reading the passages'}
        </Flex>
      )}
      <Notes answer={answer} />
      {!isAsking && (onAsk !== undefined || text !== '') && (
        <Flex mt="4" gap="2" wrap="wrap" align="center">
          {onAsk !== undefined && (
            <Button onClick={onAsk}>{state === 'failed' ? 'Retry' : 'Ask again'}</Button>
          )}
          {text !== '' && <AnswerActions answer={answer} />}
          {state === 'done' && rating}
        </Flex>
      )}
    </Panel>
  );
}

function Notes({ answer }: { answer: Answer }) {
  const { state, text, message, passages, citations, dropped, cut, cutBy } = answer;
  const isFailure = state === 'failed';
  return (
    <Box css={{ '* + &': { marginTop: '3' } }} color="fg.muted" fontSize="sm">
      {(state === 'refused' || isFailure) && (
        <Text color={isFailure ? 'danger.fg' : 'fg.default'} fontSize="md">
          {message}
        </Text>
      )}
      {state === 'refused' && (
        <Text mt="1">
          {passages !== undefined && passages.length > 0 && 'The nearest passages are shown. '}
          Other words may find more.
        </Text>
      )}
      {state === 'stopped' && <Text>Stopped. The answer is not complete.</Text>}
      {isFailure && text !== '' && <Text>The answer above is not complete.</Text>}
      {state === 'done' && citations.length === 0 && (
        <Text color="warning.fg">
          This answer cites no passage. Check it against the passages before you rely on it.
        </Text>
      )}
      {state === 'done' && dropped > 0 && (
        <Text>
          {dropped === 1 ? 'One citation was' : `${dropped} citations were`} left out: no passage
          has that number.
        </Text>
      )}
      {cut && (
        <Text>
          {cutBy === 'filter'
            ? 'A content filter of the answering service ended the answer.'
            : 'The answer reached the limit of its length.'}
        </Text>
      )}
    </Box>
  );
}
