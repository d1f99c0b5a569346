import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { UiProvider } from '../../theme/ui-provider.tsx';
import { RelativeTime } from './relative-time.tsx';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const show = (value: string | null) =>
  render(
    <UiProvider>
      <RelativeTime value={value} />
    </UiProvider>,
  );

it('is updated automatically', () => {
  show('2026-11-21T11:59:50Z');
  expect(screen.getByText('just now')).toBeDefined();
  act(() => void vi.advanceTimersByTime(3 * 60_000));
  expect(screen.getByText('3 minutes ago')).toBeDefined();
});

it('shows the exact time on hover', () => {
  show('2026-11-21T11:00:00Z');
  const time = screen.getByText('1 hour ago');
  expect(time.title).toMatch(/^Nov 21, 2026, \d+:00/);
  expect(time.getAttribute('datetime')).toBe('2026-11-21T11:00:00.000Z');
});

it('is a date after a week, and N/A without a value', () => {
  show('2026-10-01T12:00:00Z');
  expect(screen.getByText('Oct 1, 2026')).toBeDefined();
  show(null);
  expect(screen.getByText('N/A')).toBeDefined();
});
