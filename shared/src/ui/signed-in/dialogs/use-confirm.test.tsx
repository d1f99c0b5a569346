import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { renderScreen } from '../../../testing/public.ts';
import { Button } from '../../guest/controls/button.tsx';
import { useConfirm } from './use-confirm.tsx';
import type { Confirmation } from './use-confirm.tsx';

function Files(options: Partial<Confirmation<unknown>>) {
  const deletion = useConfirm((name: string) => ({
    title: 'Delete file',
    name,
    consequences: ['This cannot be undone'],
    confirmLabel: 'Delete file',
    act: async () => undefined,
    done: `${name} deleted`,
    failed: (error) => `Failed: ${String(error)}`,
    ...options,
  }));
  return (
    <>
      {['Notes', 'Minutes'].map((name) => (
        <Button key={name} onClick={() => deletion.ask(name)}>
          {name}
        </Button>
      ))}
      {deletion.dialog}
    </>
  );
}

const dialog = () => screen.queryByRole('alertdialog', { name: 'Delete file' });

async function confirm(name: string) {
  await userEvent.click(screen.getByRole('button', { name }));
  expect(dialog()?.textContent).toContain(name);
  await userEvent.click(screen.getByRole('button', { name: 'Delete file' }));
}

test('a success closes the dialog, says so, and reads anew what has changed', async () => {
  const after = vi.fn<() => void>();
  const { queryClient } = renderScreen(<Files invalidates={['files']} after={after} />);
  queryClient.setQueryData(['files'], []);
  await confirm('Notes');
  expect(await screen.findByText('Notes deleted')).toBeDefined();
  await waitFor(() => expect(dialog()).toBeNull());
  expect(after).toHaveBeenCalledOnce();
  expect(queryClient.getQueryState(['files'])?.isInvalidated).toBe(true);
});

test('a failure keeps the dialog open, and the action can be tried again', async () => {
  const act = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('Offline'));
  renderScreen(<Files act={act} />);
  await confirm('Notes');
  expect(await screen.findByText('Failed: Error: Offline')).toBeDefined();
  act.mockResolvedValueOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Delete file' }));
  await waitFor(() => expect(dialog()).toBeNull());
});

test('a 404 closes the dialog where something follows it', async () => {
  const missing = vi.fn<() => void>();
  const failure = Object.assign(new Error('No such file'), { status: 404 });
  renderScreen(<Files act={async () => Promise.reject(failure)} missing={missing} />);
  await confirm('Notes');
  expect(await screen.findByText('Failed: Error: No such file')).toBeDefined();
  await waitFor(() => expect(dialog()).toBeNull());
  expect(missing).toHaveBeenCalledOnce();
});

test('the next dialog can be confirmed while what follows the one before goes on', async () => {
  const act = vi.fn<() => Promise<void>>(async () => undefined);
  renderScreen(<Files act={act} after={async () => new Promise(() => {})} />);
  await confirm('Notes');
  await waitFor(() => expect(dialog()).toBeNull());
  await confirm('Minutes');
  expect(act).toHaveBeenCalledTimes(2);
});

test('an action that leaves the screen is done once', async () => {
  const act = vi.fn<() => Promise<void>>(async () => undefined);
  renderScreen(<Files act={act} leaves />);
  await confirm('Notes');
  await screen.findByText('Notes deleted');
  await userEvent.click(screen.getByRole('button', { name: 'Delete file' }));
  expect(act).toHaveBeenCalledOnce();
});
