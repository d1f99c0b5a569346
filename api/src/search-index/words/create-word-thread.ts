import { RequestThread } from '../request-thread.ts';
import type { WordOutput, WordRequest, WordThreadStart } from './word-messages.ts';

/** The thread that ranks and marks words. */
export type WordThread = RequestThread<WordRequest, WordOutput>;

export const createWordThread = (start: WordThreadStart): WordThread =>
  new RequestThread(new URL('word-thread.ts', import.meta.url), start);
