import type { AskEvent, SearchResult } from '@carrel/shared/contract';

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

export const newAnswer = (question: string): Answer => ({
  question,
  state: 'asking',
  passages: undefined,
  searchedFor: undefined,
  text: '',
  message: '',
  citations: [],
  dropped: 0,
  cut: false,
  cutBy: undefined,
});

/** Returns what an event changes of an answer. */
export function changeOf(event: AskEvent, { text }: Answer): Partial<Answer> {
  switch (event.name) {
    case 'passages':
      return { passages: event.data.passages, searchedFor: event.data.query };
    case 'delta':
      return { text: text + event.data.text };
    case 'restarted':
      return { text: '' };
    case 'done': {
      const { cut_by, ...data } = event.data;
      return { state: 'done', ...data, cutBy: cut_by };
    }
    default:
      return { state: event.name, message: event.data.message };
  }
}
