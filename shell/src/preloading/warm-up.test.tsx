import { UiProvider } from '@carrel/shared/ui';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';

import { WarmUp } from './warm-up.tsx';

afterEach(() => void vi.unstubAllGlobals());

test('a list is drawn hidden when the browser is idle, and removed when it is idle again', () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idle.push(callback));
  vi.stubGlobal('cancelIdleCallback', () => undefined);
  const { unmount } = render(
    <UiProvider>
      <MemoryRouter>
        <WarmUp />
      </MemoryRouter>
    </UiProvider>,
  );
  expect(screen.queryByRole('table', { hidden: true })).toBeNull();
  act(() => idle.shift()?.());
  expect(screen.getByRole('table', { hidden: true }).closest('[hidden]')).not.toBeNull();
  act(() => idle.shift()?.());
  expect(screen.queryByRole('table', { hidden: true })).toBeNull();
  unmount();
});
