import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { RenderResult } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';

import { ShellProvider } from '../shell/public.ts';
import type { ShellApi } from '../shell/public.ts';
import { Toaster, UiProvider } from '../ui/public.ts';
import { fakeShell } from './fake-shell.ts';

interface ScreenOptions {
  /** The shell around the screen; by default one with Ada signed in. */
  shell?: ShellApi;
  /** The URL that the screen is opened at. */
  path?: string | { pathname: string; search?: string; state?: unknown };
  /** The route pattern of the screen, for its parameters. */
  route?: string;
}

export interface RenderedScreen extends RenderResult {
  shell: ShellApi;
  queryClient: QueryClient;
  /** The current location: path and query, and the navigation's state. */
  location: () => { path: string; state: unknown };
}

/** Renders a screen with the providers of the shell, without its sidebar and header. */
export function renderScreen(element: ReactNode, options: ScreenOptions = {}): RenderedScreen {
  const { shell = fakeShell(), path = '/', route } = options;
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  });
  let current: { path: string; state: unknown } = { path: '', state: null };
  function LocationProbe() {
    const { pathname, search, state } = useLocation();
    current = { path: `${pathname}${search}`, state: state as unknown };
    return null;
  }
  const result = render(
    <UiProvider>
      <Toaster />
      <QueryClientProvider client={queryClient}>
        <Provider store={createStore()}>
          <MemoryRouter initialEntries={[path]}>
            <ShellProvider shell={shell}>
              <LocationProbe />
              {route === undefined ? (
                element
              ) : (
                <Routes>
                  <Route path={route} element={element} />
                  <Route path="*" element={null} />
                </Routes>
              )}
            </ShellProvider>
          </MemoryRouter>
        </Provider>
      </QueryClientProvider>
    </UiProvider>,
  );
  return { ...result, shell, queryClient, location: () => current };
}
