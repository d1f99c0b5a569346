import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';

import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { UiProvider } from '../../theme/ui-provider.tsx';

const show = (content: ReactNode) => render(<UiProvider>{content}</UiProvider>);

it('calls its handler when it is pressed', async () => {
  const press = vi.fn<() => void>();
  show(<Button onClick={press}>Refresh</Button>);
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(press).toHaveBeenCalledOnce();
});

it('keeps its name and its focus while loading, and cannot be pressed again', async () => {
  const press = vi.fn<() => void>();
  const { rerender } = show(<Button onClick={press}>Save</Button>);
  screen.getByRole('button', { name: 'Save' }).focus();
  rerender(
    <UiProvider>
      <Button onClick={press} loading>
        Save
      </Button>
    </UiProvider>,
  );
  const button = screen.getByRole('button', { name: 'Save', busy: true });
  await userEvent.keyboard('{Enter}');
  await userEvent.click(button);
  expect(press).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(button);
});

it('does not submit a form again while loading', () => {
  const submit = vi.fn<() => void>();
  show(
    <form onSubmit={submit}>
      <Button type="submit" loading>
        Sign in
      </Button>
    </form>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(submit).not.toHaveBeenCalled();
});

it('is named by its loading text while loading', () => {
  show(
    <Button loading loadingText="Signing in...">
      Sign in
    </Button>,
  );
  expect(screen.getByRole('button', { name: 'Signing in...' })).toBeDefined();
});

it('does not act twice while the promise of its action is pending', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const press = vi.fn<() => Promise<void>>(() => promise);
  show(<Button onClick={press}>Send</Button>);
  const button = screen.getByRole('button', { name: 'Send' });
  button.click();
  button.click();
  expect(press).toHaveBeenCalledOnce();
  resolve();
  await promise;
  button.click();
  expect(press).toHaveBeenCalledTimes(2);
});

it('does not submit a form unless its type is submit', () => {
  const submit = vi.fn<() => void>();
  show(
    <form onSubmit={submit}>
      <Button>Clear</Button>
    </form>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(submit).not.toHaveBeenCalled();
});

it('styles a link, which stays a link', () => {
  show(
    <Button asChild>
      <a href="/datasets">Datasets</a>
    </Button>,
  );
  expect(screen.getByRole('link', { name: 'Datasets' }).getAttribute('href')).toBe('/datasets');
  expect(screen.queryByRole('button')).toBeNull();
});

it('has a name when it shows an icon only', () => {
  show(
    <IconButton label="Settings">
      <svg aria-hidden />
    </IconButton>,
  );
  expect(screen.getByRole('button', { name: 'Settings' })).toBeDefined();
});
