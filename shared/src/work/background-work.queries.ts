import { client, isApiError } from '@carrel/shared/api';
import { backgroundWorkSchema } from '@carrel/shared/contract/organization';
import type { BackgroundWork, WorkRow } from '@carrel/shared/contract/organization';
import { apiPaths } from '@carrel/shared/paths';
import { queryOptions } from '@tanstack/react-query';

import { backgroundWorkKey } from './background-work-key.ts';
import { withReading } from './work-rate.ts';
import type { Reading } from './work-rate.ts';

/** Milliseconds between two requests while something is in progress. */
const REFRESH_MS = 3000;

/** A row with what was left of it before. */
export interface FollowedRow extends WorkRow {
  readings: readonly Reading[];
}

/** Background work whose rows have been followed for a while. */
export interface FollowedWork extends Omit<BackgroundWork, 'rows'> {
  rows: readonly FollowedRow[];
}

/** Names a row as long as it lasts: of an archive that is unpacked, its documents follow. */
export const rowKey = ({ kind, dataset, archive }: WorkRow) =>
  `${kind} ${dataset?.id ?? ''} ${archive?.id ?? ''}`;

/**
 * Adds what is left now to the readings of before. Where the server does not know the total, it is the most that
 * was left since the row is followed. A row that stands tells nothing about its speed.
 */
export function followedWork(
  before: FollowedWork | undefined,
  work: BackgroundWork,
  at: number,
): FollowedWork {
  const known = new Map(before?.rows.map((row) => [rowKey(row), row]));
  return {
    ...work,
    rows: work.rows.map((row) => {
      const { left, total, standing } = row;
      const earlier = known.get(rowKey(row));
      if (left === null) return { ...row, readings: [] };
      return {
        ...row,
        total: total ?? Math.max(left, earlier?.total ?? 0),
        readings:
          standing === null ? withReading(earlier?.readings ?? [], { at, waiting: left }) : [],
      };
    }),
  };
}

/** An organization's background work. It is read again and again while there is any, and the page is visible. */
export const backgroundWorkQuery = (organizationId: string) =>
  queryOptions({
    queryKey: backgroundWorkKey(organizationId),
    queryFn: async ({ client: queries, queryKey, signal }) => {
      const work = await client
        .get(apiPaths.backgroundWork(organizationId), { organizationId, signal })
        .json(backgroundWorkSchema);
      return followedWork(queries.getQueryData<FollowedWork>(queryKey), work, performance.now());
    },
    refetchInterval: ({ state: { data } }) => ((data?.rows.length ?? 0) > 0 ? REFRESH_MS : false),
    retry: (failures, error) => !(isApiError(error) && error.status === 404) && failures < 2,
  });
