import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { createStore } from 'jotai';
import { afterEach, expect, test, vi } from 'vitest';

import { queryClientAtom } from './query-client.atoms.ts';

afterEach(() => onlineManager.setOnline(true));

test('what failed without a network is read again when the browser is online, and nothing else', async () => {
  const client = createStore().get(queryClientAtom);
  client.mount();
  const broken = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue('read');
  const sound = vi.fn<() => Promise<string>>().mockResolvedValue('read');
  const observers = [broken, sound].map(
    (queryFn, place) => new QueryObserver(client, { queryKey: [place], queryFn, retry: false }),
  );
  const stops = observers.map((observer) => observer.subscribe(() => undefined));
  await vi.waitFor(() => expect(client.getQueryState([0])?.status).toBe('error'));
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(client.getQueryData([0])).toBe('read'));
  expect(sound).toHaveBeenCalledTimes(1);
  for (const stop of stops) stop();
  client.unmount();
});
