import type { TestFigures, TestRun } from '@carrel/shared/contract';

/**
 * The three figures of a run, in the order in which they are shown and drawn. Each is thinner than the one
 * below it, so that equal figures are seen.
 */
export const FIGURES = [
  {
    name: 'recall',
    label: 'Recall@10',
    help: 'The share of right answers among the first 10 results.',
    color: 'info',
    width: 4,
    size: '3',
  },
  {
    name: 'mrr',
    label: 'MRR',
    help: '1 divided by the rank of the first right result, on average.',
    color: 'warning',
    width: 2.5,
    size: '2.5',
  },
  {
    name: 'ndcg',
    label: 'nDCG@10',
    help: 'How near the right answers are to the top, by their grades.',
    color: 'success',
    width: 1.5,
    size: '2',
  },
] as const satisfies readonly {
  name: keyof TestFigures;
  label: string;
  help: string;
  color: string;
  width: number;
  size: string;
}[];

/** A run with its figures. */
export type FinishedRun = TestRun & { figures: TestFigures };

export const isFinished = (run: TestRun): run is FinishedRun => run.figures !== null;

const three = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
});

export const figureText = (figure: number) => three.format(figure);

/** "+0.012", "−0.012"; "±0.000" where the figures are the same. */
export function differenceText(figure: number, before: number): string {
  const difference = Math.round((figure - before) * 1000) / 1000;
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '±';
  return `${sign}${three.format(Math.abs(difference))}`;
}

const dateTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** "Nov 22, 14:03:20", in the reader's time zone. */
export const runName = ({ started_at }: Pick<TestRun, 'started_at'>) =>
  dateTime.format(new Date(started_at));
