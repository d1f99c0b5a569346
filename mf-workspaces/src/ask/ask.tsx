import { ASK_QUERY_MAX, isStorable, NOT_STORABLE } from '@carrel/shared/contract';
import { Box, Button, Flex, TextAreaField, VisuallyHidden } from '@carrel/shared/ui';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useSearchParams } from 'react-router-dom';

import { AnswerPanel } from './answer/answer-panel.tsx';
import { Passages, type OpenedPassage } from './passages/passages.tsx';
import { useAnswer, type Answer } from './use-answer.ts';

/** A question, its answer, and the passages beside it. */
export function Ask({ workspaceId }: { workspaceId: string }) {
  const [parameters] = useSearchParams();
  const [question, setQuestion] = useState(() => parameters.get('q') ?? '');
  const [error, setError] = useState('');
  const { answer, ask, stop } = useAnswer(workspaceId);
  const [opened, setOpened] = useState<OpenedPassage | null>(null);
  const open = (passage: number) =>
    setOpened((before) => ({ passage, press: (before?.press ?? 0) + 1 }));
  const field = useRef<HTMLTextAreaElement>(null);
  const isAsking = answer?.state === 'asking';

  const submit = (text: string) => {
    const trimmed = text.trim();
    const fault = faultOf(trimmed);
    setError(fault);
    if (fault !== '') {
      field.current?.focus();
      return;
    }
    setOpened(null);
    ask(trimmed);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!isAsking) submit(question);
  };

  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isAsking) submit(question);
        }}
      >
        <TextAreaField
          ref={field}
          label="Question"
          hint="Answered from passages of this workspace's datasets only, by a service that the operator chose. Answers are not stored."
          error={error === '' ? undefined : error}
          rows={2}
          value={question}
          onChange={(event) => {
            setQuestion(event.target.value);
            setError('');
          }}
          onKeyDown={pressed}
        />
        <Flex mt="3" gap="2">
          {isAsking ? (
            <Button key="stop" onClick={stop}>
              Stop
            </Button>
          ) : (
            <Button key="ask" type="submit" variant="primary">
              Ask
            </Button>
          )}
        </Flex>
      </form>
      <VisuallyHidden>
        <output>{answer === null ? '' : announcementOf(answer)}</output>
      </VisuallyHidden>
      {answer !== null && (
        <Box
          mt="6"
          display="grid"
          gap="6"
          alignItems="start"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
        >
          <AnswerPanel answer={answer} onAsk={() => submit(answer.question)} onOpen={open} />
          {answer.passages !== undefined && answer.passages.length > 0 && (
            <Passages
              title={answer.state === 'refused' ? 'Nearest passages' : 'Passages'}
              passages={answer.passages}
              opened={opened}
              onOpen={open}
              onClose={() => setOpened(null)}
            />
          )}
        </Box>
      )}
    </>
  );
}

function faultOf(question: string): string {
  if (question === '') return 'Question is required';
  if (!isStorable(question)) return NOT_STORABLE;
  return question.length > ASK_QUERY_MAX
    ? `Question must be at most ${ASK_QUERY_MAX} characters`
    : '';
}

/** What a screen reader says: not the text, which arrives in many parts. */
function announcementOf({ state, message }: Answer): string {
  if (state === 'asking') return 'Looking for an answer';
  if (state === 'stopped') return 'Stopped';
  return state === 'done' ? 'The answer is complete' : message;
}
