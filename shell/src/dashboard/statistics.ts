import { groupCounts } from '@carrel/shared/contract';
import type { DocumentCounts } from '@carrel/shared/contract';

import type { useDashboard } from './dashboard.queries.ts';

/** One number of the dashboard: its value, or loading, or neither where it failed. */
export interface Statistic {
  value: number | undefined;
  loading: boolean;
}

export interface Statistics {
  workspaces: Statistic;
  datasets: Statistic;
  documents: Statistic;
  members: Statistic;
  /** Documents by status; undefined until known. */
  counts: DocumentCounts | undefined;
}

/** Returns the dashboard's numbers, each from the first query that has it. */
export function statisticsOf(queries: ReturnType<typeof useDashboard>): Statistics {
  const { summary, workspaces, datasets, members, documents } = queries;
  const sum = summary.data ?? undefined;
  const statistic = (value: number | undefined, ...sources: { isLoading: boolean }[]) => ({
    value,
    loading: value === undefined && [summary, ...sources].some(({ isLoading }) => isLoading),
  });
  const statuses = (sum ?? documents.data)?.status_counts;
  return {
    workspaces: statistic(workspaces.data?.workspaces.length ?? sum?.workspaces, workspaces),
    datasets: statistic(datasets.data?.datasets.length ?? sum?.datasets, datasets),
    documents: statistic((sum ?? documents.data)?.documents, datasets, documents),
    members: statistic(sum?.members ?? members.data?.members.length, members),
    counts: statuses === undefined ? undefined : groupCounts(statuses),
  };
}
