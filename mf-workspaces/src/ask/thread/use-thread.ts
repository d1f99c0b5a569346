import { messageOf, readEvents } from '@carrel/shared/api';
import { parseAskEvent, type AskRequest } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { useOrganizationId } from '@carrel/shared/shell';
import { useEffect, useRef, useState } from 'react';

import { changeOf, newAnswer, type Answer } from '../answer/answer.ts';
import { earlierTurns } from './earlier-turns.ts';

/** A question of a thread with its answer. */
export interface Turn {
  /** A question that is asked again is another turn. */
  id: number;
  answer: Answer;
  /** Whether it takes the focus from what was pressed for it, which is gone. */
  takesFocus: boolean;
}

const FAILED = 'The answer failed. Please try again.';
const ENDED_EARLY = 'The answer ended early. Please try again.';

/**
 * Asks questions about a workspace, one at a time. Leaving the screen stops the answer. The thread is kept on the
 * screen only.
 */
export function useThread(workspaceId: string) {
  const organizationId = useOrganizationId();
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const running = useRef<AbortController>(null);
  const asked = useRef(0);
  useEffect(
    () => () => {
      running.current?.abort();
      setTurns(stopped);
    },
    [],
  );

  const askAfter = async (before: readonly Turn[], question: string, takesFocus: boolean) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    asked.current += 1;
    const id = asked.current;
    let current = newAnswer(question);
    const change = (next: Partial<Answer>) => {
      if (own.signal.aborted) return;
      current = { ...current, ...next };
      setTurns([...before, { id, answer: current, takesFocus }]);
    };
    change({});
    const earlier = earlierTurns(before.map(({ answer }) => answer));
    const json: AskRequest = { query: question, ...(earlier.length > 0 && { turns: earlier }) };
    try {
      await readEvents(apiPaths.askWorkspace(workspaceId), {
        organizationId,
        signal: own.signal,
        json,
        onEvent: ({ name, data }) => {
          const event = parseAskEvent(name, data);
          if (event !== undefined) change(changeOf(event, current));
        },
      });
      if (current.state === 'asking') change({ state: 'failed', message: ENDED_EARLY });
    } catch (error) {
      change({ state: 'failed', message: messageOf(error, FAILED) });
    }
  };
  return {
    turns,
    /** Begins a new thread. */
    ask: (question: string) => void askAfter([], question, false),
    askFollowUp: (question: string) => void askAfter(turns, question, true),
    /** Asks the last question again, in its place. */
    askAgain: () => {
      const last = turns.at(-1);
      if (last !== undefined) void askAfter(turns.slice(0, -1), last.answer.question, true);
    },
    stop: () => {
      running.current?.abort();
      setTurns(stopped);
    },
  };
}

const stopped = (turns: readonly Turn[]): readonly Turn[] =>
  turns.map((turn) =>
    turn.answer.state === 'asking'
      ? { ...turn, answer: { ...turn.answer, state: 'stopped' as const } }
      : turn,
  );
