import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { renderScreen } from '../../testing/public.ts';
import { lazyScreen } from './lazy-screen.tsx';

const code = { Greeting: ({ name }: { name: string }) => <p>{`Hello ${name}`}</p> };
const greeting = { screen: ({ Greeting }: typeof code) => Greeting };

test('it is shown once its code is loaded, and at once the second time', async () => {
  const Lazy = lazyScreen({ ...greeting, load: async () => code, waiting: <p>Waiting</p> });
  const { unmount } = renderScreen(<Lazy name="Ada" />);
  expect(screen.getByText('Waiting')).toBeDefined();
  expect(await screen.findByText('Hello Ada')).toBeDefined();
  unmount();
  renderScreen(<Lazy name="Bea" />);
  expect(screen.getByText('Hello Bea')).toBeDefined();
});

test('it is shown at once after its code was loaded ahead', async () => {
  const load = vi.fn<() => Promise<typeof code>>(async () => code);
  const Lazy = lazyScreen({ ...greeting, load });
  Lazy.preload();
  expect(await Lazy.load()).toBe(code);
  renderScreen(<Lazy name="Ada" />);
  expect(screen.getByText('Hello Ada')).toBeDefined();
  expect(load).toHaveBeenCalledOnce();
});

const failsOnce = () =>
  vi
    .fn<() => Promise<typeof code>>()
    .mockRejectedValueOnce(new Error('Offline'))
    .mockResolvedValue(code);

test('a failure is shown in its frame, and Retry loads it again', async () => {
  const Lazy = lazyScreen({
    ...greeting,
    load: failsOnce(),
    failure: 'The greeting could not be loaded',
    frame: (content, failed) => (
      <section aria-label={failed ? 'Failed' : 'Waiting'}>{content}</section>
    ),
  });
  renderScreen(<Lazy name="Ada" />);
  expect(screen.getByRole('region', { name: 'Waiting' })).toBeDefined();
  const frame = await screen.findByRole('region', { name: 'Failed' });
  expect(frame.textContent).toContain('The greeting could not be loaded');
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('Hello Ada')).toBeDefined();
});

test('a failure of what nobody misses is not shown', async () => {
  const load = failsOnce();
  const Lazy = lazyScreen({ ...greeting, load, waiting: <p>Waiting</p>, failure: null });
  renderScreen(<Lazy name="Ada" />);
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  await load.mock.results[0]?.value.catch(() => undefined);
  expect(screen.getByText('Waiting')).toBeDefined();
  expect(screen.queryByText('This could not be loaded')).toBeNull();
});
