import { ASK_QUERY_MAX, type AskTurn, isStorable } from '@carrel/shared/contract';

import { AnswerFilter } from './answer/answer-filter.ts';
import { followUpPrompt } from './ask-prompt.ts';
import { ChatFailure } from '../../models/chat/chat-failure.ts';
import { requestChat, type ChatServiceSettings } from '../../models/chat/chat-service.ts';

/** A person waits for it before anything is shown. */
const DEADLINES = { partMilliseconds: 8000, wholeMilliseconds: 10_000 } as const;

/** Characters of a question that stands alone. */
const LENGTH_MAX = 300;

/**
 * Returns what to search for a follow-up question: the question in words that need no earlier turn, by the
 * model, or together with the question before where the model does not give them.
 */
export async function searchedFor(
  chat: ChatServiceSettings,
  query: string,
  turns: readonly AskTurn[],
  signal: AbortSignal,
): Promise<string> {
  const before = turns.at(-1);
  if (before === undefined) return query;
  try {
    const filter = new AnswerFilter(0);
    let written = '';
    const messages = followUpPrompt(query, turns);
    for await (const part of requestChat({ ...chat, ...DEADLINES }, messages, signal)) {
      const { text, restarted } = 'end' in part ? filter.end() : filter.push(part.text);
      written = restarted ? text : written + text;
      if (written.length > ASK_QUERY_MAX) break;
    }
    const line = written
      .trim()
      .replace(/^(["'])([^"']*)\1$|^“([^”]*)”$/, '$2$3')
      .trim();
    if (line !== '' && line.length <= LENGTH_MAX && !line.includes('\n') && isStorable(line)) {
      return line;
    }
  } catch (error) {
    if (!(error instanceof ChatFailure) && !signal.aborted) throw error;
  }
  return `${query} ${before.question}`.slice(0, ASK_QUERY_MAX).toWellFormed();
}
