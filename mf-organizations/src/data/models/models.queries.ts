import { queryKeys } from '@carrel/shared/api';
import type { Models } from '@carrel/shared/contract/organization';
import { infiniteQueryOptions } from '@tanstack/react-query';

import { getModels } from './models.api.ts';

/** Milliseconds between two requests while something changes by itself. */
const REFRESH_MS = 5000;

/** The models of the server, and the vectors of an organization's datasets, page by page. */
export const modelsQuery = (organizationId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.models(organizationId),
    queryFn: ({ pageParam }) => getModels(organizationId, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : refreshInterval(data.pages),
  });

/** Returns when pages are read again, in milliseconds: many pages less often; false where nothing changes by itself. */
export const refreshInterval = (pages: readonly Models[]): number | false =>
  pages.some(isChanging) && REFRESH_MS * pages.length;

const isChanging = ({ embeddings, rerank, chat, datasets }: Models): boolean =>
  [embeddings, rerank, chat].some((model) => model !== null && model.state !== 'ready') ||
  datasets.some(({ state }) => state === 'building');
