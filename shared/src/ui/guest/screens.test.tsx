import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { AuthCard } from './auth-card.tsx';
import { ErrorState } from './error-state.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { UiProvider } from '../theme/ui-provider.tsx';

it('frames a public page as one landmark with one heading of the first level', () => {
  render(
    <UiProvider>
      <AuthCard title="Sign in" footer="No account yet?">
        Fields
      </AuthCard>
    </UiProvider>,
  );
  expect(screen.getByRole('main').textContent).toContain('No account yet?');
  expect(
    screen.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent),
  ).toEqual(['Sign in']);
});

it('shows that it is loading', () => {
  render(
    <UiProvider>
      <LoadingScreen />
    </UiProvider>,
  );
  expect(screen.getByRole('status').textContent).toBe('Loading...');
});

it('shows what failed, a retry, and the id of the request', async () => {
  const retry = vi.fn<() => void>();
  render(
    <UiProvider>
      <ErrorState
        title="Failed to load datasets"
        onRetry={retry}
        retryLabel="Try again"
        requestId="req-1"
      />
    </UiProvider>,
  );
  expect(screen.getByRole('alert').textContent).toContain('req-1');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});
