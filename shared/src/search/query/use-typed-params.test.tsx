import { act, renderHook, waitFor } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { useTypedParams, type ParamsCodec } from './use-typed-params.ts';

const CODEC: ParamsCodec<{ q: string }> = {
  read: (query) => ({ q: query.get('q') ?? '' }),
  write: (_, { q }) => new URLSearchParams(q === '' ? {} : { q }),
  onText: (params) => params,
};

beforeEach(() => {
  window.history.replaceState(null, '', '/find?q=engine');
});
afterEach(() => {
  window.history.replaceState(null, '', '/');
});

const rendered = () =>
  renderHook(() => useTypedParams(CODEC), {
    wrapper: ({ children }) => <BrowserRouter>{children}</BrowserRouter>,
  }).result;

test('Back returns to the search before', async () => {
  const result = rendered();
  act(() => result.current.change({ q: '' }));
  expect(window.location.search).toBe('');
  act(() => window.history.back());
  await waitFor(() => expect(result.current.params.q).toBe('engine'));
});

test('Back returns to the search before, also where the one between was not drawn', async () => {
  const result = rendered();
  act(() => {
    result.current.change({ q: '' });
    // As the browser goes back, before the router has drawn what was written.
    window.history.replaceState(null, '', '/find?q=engine');
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  await waitFor(() => expect(result.current.params.q).toBe('engine'));
});
