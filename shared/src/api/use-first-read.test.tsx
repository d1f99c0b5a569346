import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { Activity } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { followUnseen, isReadOnMount, useFirstPage, useFirstRead } from './use-first-read.ts';

afterEach(() => void vi.useRealTimers());

function renderHidden(useReads: () => void, client = new QueryClient()) {
  const Screen = () => {
    useReads();
    return null;
  };
  return act(async () =>
    render(
      <QueryClientProvider client={client}>
        <Activity mode="hidden">
          <Screen />
        </Activity>
      </QueryClientProvider>,
    ),
  );
}

test('a screen that is rendered without effects requests what it reads first, once', async () => {
  const client = new QueryClient();
  const read = vi.fn<() => Promise<string>>(() => Promise.resolve('row'));
  const list = vi.fn<() => Promise<string[]>>(() => Promise.resolve(['first']));
  const page = { queryKey: ['pages'], queryFn: list, initialPageParam: 0 };
  await renderHidden(() => {
    useFirstRead({ queryKey: ['row'], queryFn: read });
    useFirstRead({ queryKey: ['row'], queryFn: read });
    useFirstPage(page);
  }, client);
  expect(client.getQueryData(['row'])).toBe('row');
  expect(client.getQueryData(['pages'])).toEqual({ pages: [['first']], pageParams: [0] });
  await renderHidden(() => useFirstRead({ queryKey: ['row'], queryFn: read }), client);
  expect(read).toHaveBeenCalledOnce();
});

test('a read that is disabled, or failed, is not requested', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const read = vi.fn<() => Promise<string>>(() => Promise.reject(new Error('No.')));
  await renderHidden(
    () => useFirstRead({ queryKey: ['a'], queryFn: read, enabled: false }),
    client,
  );
  expect(read).not.toHaveBeenCalled();
  await renderHidden(() => useFirstRead({ queryKey: ['a'], queryFn: read }), client);
  await renderHidden(() => useFirstRead({ queryKey: ['a'], queryFn: read }), client);
  expect(read).toHaveBeenCalledOnce();
});

test('what was read ahead is not read again when it is shown first, and is afterwards, or when it is old', async () => {
  vi.useFakeTimers();
  const client = new QueryClient({
    defaultOptions: { queries: { refetchOnMount: isReadOnMount } },
  });
  followUnseen(client.getQueryCache());
  const read = vi.fn<() => Promise<string>>(() => Promise.resolve('row'));
  const options = { queryKey: ['row'], queryFn: read };
  const Screen = ({ shown }: { shown: boolean }) => (
    <QueryClientProvider client={client}>
      <Activity mode={shown ? 'visible' : 'hidden'}>
        <Row />
      </Activity>
    </QueryClientProvider>
  );
  const Row = () => {
    useFirstRead(options);
    return useQuery(options).data;
  };
  const { rerender } = await act(async () => render(<Screen shown={false} />));
  const show = (shown: boolean) => act(async () => rerender(<Screen shown={shown} />));
  await show(true);
  expect(read).toHaveBeenCalledOnce();
  await show(false);
  await show(true);
  expect(read).toHaveBeenCalledTimes(2);

  client.clear();
  await renderHidden(() => useFirstRead(options), client);
  expect(read).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(10_000);
  await show(false);
  await show(true);
  expect(read).toHaveBeenCalledTimes(4);
});
