import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';
import { UiProvider } from '../../theme/ui-provider.tsx';

afterEach(() => void vi.useRealTimers());

it('shows a toast from before the toaster was loaded', async () => {
  toast.error('Login failed. Please try again.');
  render(
    <UiProvider>
      <Toaster />
    </UiProvider>,
  );
  expect(await screen.findByText('Login failed. Please try again.')).toBeDefined();
  expect(screen.getByRole('region', { name: /Notifications/ }).getAttribute('aria-live')).toBe(
    'polite',
  );
});

it('shows a later toast', async () => {
  render(
    <UiProvider>
      <Toaster />
    </UiProvider>,
  );
  toast.success('Login successful!');
  expect(await screen.findByText('Login successful!')).toBeDefined();
});

const wait = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

it('removes a toast after 4000 ms, but not while it has the focus', async () => {
  render(
    <UiProvider>
      <Toaster />
      <button>Elsewhere</button>
    </UiProvider>,
  );
  toast.success('First');
  await screen.findByText('First');
  vi.useFakeTimers();
  toast.success('Saved');
  await wait(100);
  const saved = screen.getByText('Saved').closest('li');
  await wait(3000);
  act(() => saved?.focus());
  await wait(10_000);
  expect(screen.queryByText('Saved')).not.toBeNull();

  act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus());
  await wait(4500);
  expect(screen.queryByText('Saved')).toBeNull();
});

const at = (clientX: number) => ({ clientX, clientY: 0, pointerType: 'mouse', button: 0 });

it('is swiped by a mouse, also while a text of the page is selected', async () => {
  render(
    <UiProvider>
      <Toaster />
      <p>A sentence of the page</p>
    </UiProvider>,
  );
  toast.success('Swiped away');
  const title = await screen.findByText('Swiped away');
  Object.assign(title, { setPointerCapture: () => undefined });
  window.getSelection()?.selectAllChildren(screen.getByText('A sentence of the page'));
  fireEvent.pointerDown(title, at(0));
  fireEvent.pointerMove(title, at(30));
  fireEvent.pointerMove(title, at(60));
  fireEvent.pointerUp(title, at(60));
  await waitFor(() => expect(screen.queryByText('Swiped away')).toBeNull());
});

it('shows the action of a toast, for as long as it says', async () => {
  render(
    <UiProvider>
      <Toaster />
    </UiProvider>,
  );
  const undo = vi.fn<() => void>();
  toast.success('Deleted', { duration: 10_000, action: { label: 'Undo', onClick: undo } });
  const button = await screen.findByRole('button', { name: 'Undo' });
  act(() => button.click());
  expect(undo).toHaveBeenCalledOnce();
});

it('shows the same failure once', async () => {
  render(
    <UiProvider>
      <Toaster />
    </UiProvider>,
  );
  toast.error('Session expired.');
  toast.error('Session expired.');
  toast.error('Failed to save.');
  expect(await screen.findByText('Failed to save.')).toBeDefined();
  expect(screen.getAllByText('Session expired.')).toHaveLength(1);
});
