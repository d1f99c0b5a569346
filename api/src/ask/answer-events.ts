import type { AskEvent, AskRefusal, SearchResult } from '@carrel/shared/contract';

import { askPrompt, NO_ANSWER } from './ask-prompt.ts';
import { requestChat, type ChatServiceSettings } from './chat/chat-service.ts';
import { CitationFilter } from './citations.ts';

export interface Question {
  query: string;
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

/** Asks a model, and returns the events of its answer after the passages. @throws {ChatFailure} */
export async function* answerEvents(
  chat: ChatServiceSettings,
  { query, passages, signal }: Question,
): AsyncGenerator<AskEvent> {
  const filter = new CitationFilter(passages.length);
  let opening: string | undefined = '';
  for await (const part of requestChat(chat, askPrompt(query, passages), signal)) {
    if ('end' in part) {
      if (opening !== undefined && opening.trim().replace(/\.$/, '') === NO_ANSWER) {
        yield refusal('not_answered');
        return;
      }
      const text = filter.push(opening ?? '') + filter.end();
      if (text !== '') yield { name: 'delta', data: { text } };
      yield { name: 'done', data: { ...filter.counts, cut: part.end === 'cut' } };
      return;
    }
    // Held back while it may be the word for no answer.
    const text: string = (opening ?? '') + part.text;
    opening = opening !== undefined && mayBeNoAnswer(text) ? text : undefined;
    const certain = opening === undefined ? filter.push(text) : '';
    if (certain !== '') yield { name: 'delta', data: { text: certain } };
  }
}

function mayBeNoAnswer(text: string): boolean {
  const start = text.trim();
  return start.length <= NO_ANSWER.length ? NO_ANSWER.startsWith(start) : start === `${NO_ANSWER}.`;
}
