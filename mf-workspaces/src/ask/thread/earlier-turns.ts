import { ASK_ANSWER_MAX, ASK_TURNS_MAX, type AskTurn } from '@carrel/shared/contract';

import type { Answer } from '../answer/answer.ts';

/** Returns the turns that go along with a follow-up question: the last ones that have an answer. */
export function earlierTurns(answers: readonly Answer[]): AskTurn[] {
  return answers
    .filter(({ state, text }) => text !== '' && (state === 'done' || state === 'stopped'))
    .slice(-ASK_TURNS_MAX)
    .map(({ question, text }) => ({ question, answer: cut(text) }));
}

/** Cut, and without what the server does not accept: U+0000, and halves of characters. */
const cut = (text: string): string =>
  text.slice(0, ASK_ANSWER_MAX).replaceAll('\u0000', '').toWellFormed();
