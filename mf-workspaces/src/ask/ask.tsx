import { Box, Button, Stack, Text, VisuallyHidden } from '@carrel/shared/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { RateAnswer } from '../test-sets/marking/rate-answer.tsx';
import type { Answer } from './answer/answer.ts';
import { earlierTurns } from './thread/earlier-turns.ts';
import { QuestionForm } from './thread/question-form.tsx';
import { ThreadTurn } from './thread/thread-turn.tsx';
import { useThread } from './thread/use-thread.ts';

/** Questions of a thread. None is removed by itself, as it is stored nowhere else. */
const TURNS_MAX = 20;

/** A question, its answer, and the questions that follow from it. */
export function Ask({ workspaceId }: { workspaceId: string }) {
  const [parameters] = useSearchParams();
  const [question, setQuestion] = useState(() => parameters.get('q') ?? '');
  const [followUp, setFollowUp] = useState<string | null>(null);
  const [wasStopped, setWasStopped] = useState(false);
  const { turns, ask, askFollowUp, askAgain, stop } = useThread(workspaceId);
  const last = turns.at(-1)?.answer;
  const isFirst = turns.length === 1;
  const isAsking = last?.state === 'asking';
  const canFollow = !isAsking && earlierTurns(turns.map(({ answer }) => answer)).length > 0;

  const next = () => {
    if (isAsking && !isFirst) {
      return (
        // In reach while the answer grows below the window, over the ends of lines.
        <Box position="sticky" bottom="4" alignSelf="end" borderRadius="md" boxShadow="raised">
          <Button
            onClick={() => {
              setWasStopped(true);
              stop();
            }}
          >
            Stop
          </Button>
        </Box>
      );
    }
    if (!canFollow) return null;
    if (turns.length >= TURNS_MAX) {
      return (
        <Text color="fg.muted" fontSize="sm">
          A thread has at most {TURNS_MAX} questions. Ask a new question above.
        </Text>
      );
    }
    return (
      <QuestionForm
        label="Follow-up question"
        action="Ask follow-up"
        variant="primary"
        // A question that failed can be asked in other words.
        value={followUp ?? (last?.state === 'failed' && !isFirst ? last.question : '')}
        onChange={setFollowUp}
        onAsk={(text) => {
          setFollowUp(null);
          setWasStopped(false);
          askFollowUp(text);
        }}
        takesFocus={wasStopped}
      />
    );
  };

  return (
    <>
      <QuestionForm
        label="Question"
        hint="Answered from passages of this workspace's datasets only, by a service that the operator chose. Answers are not stored."
        action="Ask"
        variant={canFollow ? 'secondary' : 'primary'}
        value={question}
        onChange={setQuestion}
        onAsk={(text) => {
          setFollowUp(null);
          setWasStopped(false);
          ask(text);
        }}
        onStop={isAsking && isFirst ? stop : undefined}
      />
      <VisuallyHidden>
        <output>{last === undefined ? '' : announcementOf(last)}</output>
      </VisuallyHidden>
      {turns.length > 0 && (
        <Stack mt="6" gap="6">
          {turns.map((turn, index) => {
            const isLast = index === turns.length - 1;
            return (
              <ThreadTurn
                key={turn.id}
                turn={turn}
                onAskAgain={isLast ? askAgain : undefined}
                rating={<Rating workspaceId={workspaceId} answer={turn.answer} />}
              >
                {isLast && next()}
              </ThreadTurn>
            );
          })}
        </Stack>
      )}
    </>
  );
}

/** Rates an answer by the question that was searched, which stands alone. */
function Rating({ workspaceId, answer }: { workspaceId: string; answer: Answer }) {
  const { question, searchedFor = question, passages = [], citations } = answer;
  return (
    <RateAnswer
      workspaceId={workspaceId}
      query={searchedFor}
      passages={passages}
      citations={citations}
    />
  );
}

/** What a screen reader says: not the text, which arrives in many parts. */
function announcementOf({ state, message }: Answer): string {
  if (state === 'asking') return 'Looking for an answer';
  if (state === 'stopped') return 'Stopped';
  return state === 'done' ? 'The answer is complete' : message;
}
