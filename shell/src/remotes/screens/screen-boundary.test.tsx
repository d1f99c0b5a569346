import { ApiError } from '@carrel/shared/api';
import { UiProvider } from '@carrel/shared/ui';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ScreenBoundary } from './screen-boundary.tsx';

let failure: Error | null = null;

function Screen() {
  if (failure !== null) throw failure;
  return <p>All is well</p>;
}

const at = (place: string) => (
  <UiProvider>
    <ScreenBoundary at={place}>
      <Screen />
    </ScreenBoundary>
  </UiProvider>
);

beforeEach(() => {
  // React logs caught errors.
  vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
});

afterEach(() => void vi.restoreAllMocks());

describe('a screen that throws', () => {
  test('is replaced by a card with the request to quote, until Retry renders it again', async () => {
    failure = new ApiError('contract', undefined, { requestId: 'req-7' });
    render(at('/one'));
    expect(screen.getByText('This screen stopped working')).toBeDefined();
    expect(screen.getByText('req-7')).toBeDefined();
    failure = null;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(screen.getByText('All is well')).toBeDefined();
  });

  test('names no request where none failed', () => {
    failure = new Error('A mistake');
    render(at('/one'));
    expect(screen.queryByText(/^Request/)).toBeNull();
  });

  test('is rendered again after a navigation', () => {
    failure = new Error('A mistake');
    const { rerender } = render(at('/one'));
    failure = null;
    rerender(at('/one'));
    expect(screen.getByText('This screen stopped working')).toBeDefined();
    rerender(at('/two'));
    expect(screen.getByText('All is well')).toBeDefined();
  });
});
