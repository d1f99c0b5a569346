import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';

import { pauseBefore } from './use-live-dataset.ts';

test.each([
  ['a list', { archives: [] }, 700],
  ['a folder of one page', { pages: [{}] }, 700],
  ['a folder of 400 pages', { pages: Array.from({ length: 400 }, () => ({})) }, 280_000],
])('%s is loaded again in proportion to its length', (_, data, milliseconds) => {
  const queryClient = new QueryClient();
  const queryKey = ['datasets', 'one', 'navigation', 'letters'];
  queryClient.setQueryData(queryKey, data);
  const parent = queryKey.slice(0, 3);
  expect(pauseBefore(queryClient, parent)).toBe(700);
  const leave = new QueryObserver(queryClient, {
    queryKey,
    enabled: true,
    staleTime: Infinity,
    queryFn: () => data,
  }).subscribe(() => undefined);
  expect(pauseBefore(queryClient, parent)).toBe(milliseconds);
  leave();
});
