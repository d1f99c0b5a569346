import type { ComparedQuestion, TestFigures } from '@carrel/shared/contract';

import type { ComparedRow } from './result-repository.ts';

/** Differences that come from rounding. */
const NOTHING = 1e-9;

const ORDER = ['worse', 'better', 'new', 'same'];

const size = ({ ndcg, before }: ComparedQuestion) => Math.abs(ndcg - (before?.ndcg ?? ndcg));

/** Returns the questions of a run beside another one: what got worse first, the largest loss first. */
export function compareQuestions(rows: readonly ComparedRow[]): ComparedQuestion[] {
  return rows
    .map(asCompared)
    .toSorted((a, b) => ORDER.indexOf(a.change) - ORDER.indexOf(b.change) || size(b) - size(a));
}

function asCompared({ answers, before, ...row }: ComparedRow): ComparedQuestion {
  if (before === null) return { ...row, change: 'new', before: null, answers_changed: false };
  const { answers: answersBefore, ...figures } = before;
  const difference = row.ndcg - before.ndcg;
  return {
    ...row,
    change: difference < -NOTHING ? 'worse' : difference > NOTHING ? 'better' : 'same',
    before: figures,
    answers_changed: answers !== answersBefore,
  };
}

/**
 * Returns the means of both runs over the questions that both asked: those of the runs themselves are not
 * comparable where questions were added or deleted in between. Null where they share none.
 */
export function sharedFigures(rows: readonly ComparedRow[]): {
  shared: number;
  figures: TestFigures | null;
  before: TestFigures | null;
} {
  const pairs = rows.flatMap((row) => (row.before === null ? [] : [{ row, before: row.before }]));
  return {
    shared: pairs.length,
    figures: meansOf(pairs.map(({ row }) => row)),
    before: meansOf(pairs.map(({ before }) => before)),
  };
}

type Figures = Pick<ComparedRow, 'recall' | 'reciprocal_rank' | 'ndcg'>;

function meansOf(rows: readonly Figures[]): TestFigures | null {
  if (rows.length === 0) return null;
  const mean = (name: keyof Figures) => rows.reduce((sum, row) => sum + row[name], 0) / rows.length;
  return { recall: mean('recall'), mrr: mean('reciprocal_rank'), ndcg: mean('ndcg') };
}
