import type { AskEvent, AskRefusal, AskTurn, SearchResult } from '@carrel/shared/contract';

import { AnswerFilter } from './answer/answer-filter.ts';
import { askPrompt } from './ask-prompt.ts';
import { filteredAll, reasonedTooLong, wroteNothing } from '../../models/chat/chat-failure.ts';
import { requestChat, type ChatServiceSettings } from '../../models/chat/chat-service.ts';
import type { ChatEnd } from '../../models/chat/read-chunks.ts';
import { isNoAnswer, mayBeNoAnswer } from './answer/no-answer.ts';

export interface Question {
  query: string;
  /** Earlier questions and answers, oldest first. */
  turns: readonly AskTurn[];
  passages: readonly SearchResult[];
  /** Ends the request to the service. */
  signal: AbortSignal;
}

const MESSAGES: Record<AskRefusal, string> = {
  nothing_found: 'Nothing in these datasets answers this.',
  too_far: 'Nothing in these datasets answers this.',
  not_answered: 'The passages do not answer this.',
};

export const refusal = (reason: AskRefusal): AskEvent => ({
  name: 'refused',
  data: { reason, message: MESSAGES[reason] },
});

/** How many answers of a service in a row began with reasoning that no tag opens. */
const reasonedInARow = new WeakMap<ChatServiceSettings, number>();
/** From so many on, such text is held back: one may come from a document that has the tag. */
const HELD_BACK_FROM = 2;

/** Asks a model, and returns the events of its answer after the passages. @throws {ChatFailure} */
export async function* answerEvents(
  chat: ChatServiceSettings,
  { query, turns, passages, signal }: Question,
): AsyncGenerator<AskEvent> {
  const filter = new AnswerFilter(passages.length, {
    beginsWithReasoning: (reasonedInARow.get(chat) ?? 0) >= HELD_BACK_FROM,
  });
  // Held back while it may be the word for no answer; undefined once it is not.
  let opening: string | undefined = '';
  let isSent = false;
  for await (const part of requestChat(chat, askPrompt(query, passages, turns), signal)) {
    const isEnd = 'end' in part;
    const { text, restarted } = isEnd
      ? filter.end(part.end === 'complete')
      : filter.push(part.text);
    if (restarted) {
      if (isSent) yield { name: 'restarted', data: {} };
      isSent = false;
      opening = '';
    }
    if (opening !== undefined) opening += text;
    if (opening !== undefined && isNoAnswer(opening, isEnd)) {
      yield refusal('not_answered');
      return;
    }
    const certain = opening ?? text;
    if (isEnd || opening === undefined || !mayBeNoAnswer(opening)) {
      opening = undefined;
      if (certain !== '') yield { name: 'delta', data: { text: certain } };
      isSent ||= certain !== '';
    }
    if (!isEnd) continue;
    if (filter.isReasoningUnopened) reasonedInARow.set(chat, (reasonedInARow.get(chat) ?? 0) + 1);
    else reasonedInARow.delete(chat);
    if (!isSent) throw failureOf(part.end);
    yield { name: 'done', data: { ...filter.counts, ...cutOf(part.end) } };
  }
}

const failureOf = (end: ChatEnd): Error =>
  end === 'filter' ? filteredAll() : end === 'length' ? reasonedTooLong() : wroteNothing();

const cutOf = (end: ChatEnd) => ({
  cut: end !== 'complete',
  ...((end === 'length' || end === 'filter') && { cut_by: end }),
});
