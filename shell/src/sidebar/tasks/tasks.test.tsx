import type { Task } from '@carrel/shared/shell';
import { renderScreen } from '@carrel/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { useTasks } from '../../session/use-tasks.ts';
import { Tasks } from './tasks.tsx';

const task = (overrides: Partial<Task> = {}): Task => ({
  label: 'library.zip',
  value: 45,
  detail: '45%, about 3 min left',
  to: '/datasets/1/archives',
  cancel: vi.fn<() => void>(),
  ...overrides,
});

function open(collapsed = false) {
  let setTask: ReturnType<typeof useTasks> | undefined;
  function Shell() {
    setTask = useTasks();
    return <Tasks collapsed={collapsed} />;
  }
  const page = renderScreen(<Shell />);
  return { ...page, set: (shown: Task | null) => act(() => setTask?.('upload-1', shown)) };
}

test('a task is shown with its progress and a link to it, until it ends', async () => {
  const { set } = open();
  expect(screen.queryByRole('list')).toBeNull();
  set(task());
  expect(screen.getByRole('link').getAttribute('href')).toBe('/datasets/1/archives');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('45');
  expect(screen.getByText('45%, about 3 min left')).toBeDefined();
  set(null);
  await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
});

test('a task is cancelled by its own button', async () => {
  const { set } = open();
  const running = task({ label: 'Handbook: library.zip' });
  set(running);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel Handbook: library.zip' }));
  expect(running.cancel).toHaveBeenCalledOnce();
});

test('in a collapsed sidebar its accessible name has the details', () => {
  const { set } = open(true);
  set(task());
  expect(screen.getByRole('link', { name: 'library.zip: 45%, about 3 min left' })).toBeDefined();
});

test('a task that can go on later is suspended when the session ends', () => {
  const { set, unmount } = open();
  const running = task({ suspend: vi.fn<() => void>() });
  set(running);
  unmount();
  expect(running.suspend).toHaveBeenCalledOnce();
  expect(running.cancel).not.toHaveBeenCalled();
});

test('running tasks are cancelled when the session ends', () => {
  const { set, unmount } = open();
  const running = task();
  const ended = task();
  set(ended);
  set(null);
  set(running);
  unmount();
  expect(running.cancel).toHaveBeenCalledOnce();
  expect(ended.cancel).not.toHaveBeenCalled();
});
