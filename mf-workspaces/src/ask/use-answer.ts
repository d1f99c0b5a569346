import { messageOf, readEvents } from '@carrel/shared/api';
import { parseAskEvent } from '@carrel/shared/contract';
import type { AskEvent, SearchResult } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { useOrganizationId } from '@carrel/shared/shell';
import { useEffect, useRef, useState } from 'react';

export interface Answer {
  question: string;
  state: 'asking' | 'done' | 'refused' | 'failed' | 'stopped';
  /** What the answer may cite; undefined until they were found. */
  passages: readonly SearchResult[] | undefined;
  /** What was searched for, where it is not the question. */
  searchedFor: string | undefined;
  text: string;
  /** Why there is no answer. */
  message: string;
  /** Numbers of the passages that were cited. */
  citations: readonly number[];
  /** Citations that were left out, because they name no passage. */
  dropped: number;
  /** Whether the answer is not complete. */
  cut: boolean;
  /** What cut it: without it, the limit of its length. */
  cutBy: 'length' | 'filter' | undefined;
}

const EMPTY = {
  passages: undefined,
  searchedFor: undefined,
  text: '',
  message: '',
  citations: [],
  dropped: 0,
  cut: false,
  cutBy: undefined,
};
const FAILED = 'The answer failed. Please try again.';
const ENDED_EARLY = 'The answer ended early. Please try again.';

/** Asks questions about a workspace, one at a time. Leaving the screen stops the answer. */
export function useAnswer(workspaceId: string) {
  const organizationId = useOrganizationId();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(
    () => () => {
      running.current?.abort();
      setAnswer(stopped);
    },
    [],
  );

  const ask = async (question: string) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    let current: Answer = { ...EMPTY, question, state: 'asking' };
    const change = (next: Partial<Answer>) => {
      if (own.signal.aborted) return;
      current = { ...current, ...next };
      setAnswer(current);
    };
    change({});
    try {
      await readEvents(apiPaths.askWorkspace(workspaceId), {
        organizationId,
        signal: own.signal,
        json: { query: question },
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
  const stop = () => {
    running.current?.abort();
    setAnswer(stopped);
  };
  return { answer, ask: (question: string) => void ask(question), stop };
}

const stopped = (answer: Answer | null): Answer | null =>
  answer?.state === 'asking' ? { ...answer, state: 'stopped' } : answer;

function changeOf(event: AskEvent, { text }: Answer): Partial<Answer> {
  if (event.name === 'passages') {
    const { passages, query } = event.data;
    return { passages, searchedFor: query };
  }
  if (event.name === 'delta') return { text: text + event.data.text };
  if (event.name === 'restarted') return { text: '' };
  if (event.name === 'done') {
    const { cut_by, ...data } = event.data;
    return { state: 'done', ...data, cutBy: cut_by };
  }
  return { state: event.name, message: event.data.message };
}
