import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';

import { UiProvider } from '../theme/ui-provider.tsx';
import { LinkTabs } from './link-tabs.tsx';

test('tabs are links, and the current screen says so', () => {
  render(
    <UiProvider>
      <MemoryRouter>
        <LinkTabs
          label="Workspace"
          tabs={[
            { to: '/a/search', label: 'Search' },
            { to: '/a/tests', label: 'Tests' },
          ]}
          current="/a/tests"
        />
      </MemoryRouter>
    </UiProvider>,
  );
  expect(screen.getByRole('navigation', { name: 'Workspace' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Search' }).getAttribute('href')).toBe('/a/search');
  expect(screen.getByRole('link', { name: 'Search' }).hasAttribute('aria-current')).toBe(false);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Tests');
});

test('a screen is loaded once a pointer is on its tab', () => {
  const preload = vi.fn<() => void>();
  render(
    <UiProvider>
      <MemoryRouter>
        <LinkTabs
          label="Dataset"
          tabs={[{ to: '/a/search', label: 'Search', preload }]}
          current="/a/documents"
        />
      </MemoryRouter>
    </UiProvider>,
  );
  expect(preload).not.toHaveBeenCalled();
  fireEvent.pointerEnter(screen.getByRole('link', { name: 'Search' }));
  expect(preload).toHaveBeenCalledOnce();
});

test('a tab that is cut is scrolled to in the next frame, not while the screen is put together', async () => {
  const width = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(120);
  const tabs = [{ to: '/a/tests', label: 'Tests' }];
  render(
    <UiProvider>
      <MemoryRouter>
        <LinkTabs label="Workspace" tabs={tabs} current="/a/tests" />
      </MemoryRouter>
    </UiProvider>,
  );
  expect(width).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.getByRole('navigation').scrollLeft).toBe(120));
  width.mockRestore();
});
