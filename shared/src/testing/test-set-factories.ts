import type {
  ComparedQuestion,
  TestComparison,
  TestQuestion,
  TestRun,
} from '../contract/public.ts';
import { makeId } from './factories.ts';

/** Returns a run that has finished. */
export function makeTestRun(overrides: Partial<TestRun> = {}): TestRun {
  return {
    id: makeId(900),
    started_at: '2026-11-20T09:30:00.000Z',
    finished_at: '2026-11-20T09:30:04.000Z',
    mode: 'auto',
    questions: 2,
    done: 2,
    figures: { recall: 0.75, mrr: 0.5, ndcg: 0.625 },
    error: null,
    partial: 0,
    took: 1200,
    changed: false,
    ...overrides,
  };
}

export function makeTestQuestion(overrides: Partial<TestQuestion> = {}): TestQuestion {
  return {
    id: makeId(950),
    query: 'how long is the warranty?',
    verdict: null,
    created_at: '2026-11-20T09:00:00.000Z',
    answers: 1,
    missing: 0,
    last: null,
    ...overrides,
  };
}

export function makeComparedQuestion(overrides: Partial<ComparedQuestion> = {}): ComparedQuestion {
  return {
    id: makeId(950),
    query: 'how long is the warranty?',
    change: 'same',
    recall: 1,
    reciprocal_rank: 1,
    ndcg: 1,
    first_right: 1,
    before: { recall: 1, reciprocal_rank: 1, ndcg: 1, first_right: 1 },
    answers_changed: false,
    ...overrides,
  };
}

/** Returns a run without another one beside it. */
export function makeTestComparison(overrides: Partial<TestComparison> = {}): TestComparison {
  return {
    run: makeTestRun(),
    settings: {
      mode: 'words',
      embedding_model: null,
      datasets: [
        {
          id: makeId(600),
          name: 'Handbook',
          chunk_size: 1200,
          chunk_overlap: 150,
          template: null,
          language: null,
        },
      ],
      searched: { documents: 12, chunks: 480 },
    },
    against: null,
    questions: [],
    ...overrides,
  };
}
