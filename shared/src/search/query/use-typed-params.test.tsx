import { act, renderHook, waitFor } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

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

const rendered = (onTyped?: (params: { q: string }) => void) =>
  renderHook(() => useTypedParams(CODEC, onTyped), {
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

test('what is typed after a pause is told before it is rendered', async () => {
  const onTyped = vi.fn<(params: { q: string }) => void>();
  const result = rendered(onTyped);
  act(() => result.current.type('lace'));
  expect(onTyped.mock.calls).toEqual([[{ q: 'lace' }]]);
  expect(result.current.params.q).toBe('engine');
  await waitFor(() => expect(result.current.params.q).toBe('lace'));
});

test('a key that follows another soon is told once there is no further one', async () => {
  const onTyped = vi.fn<(params: { q: string }) => void>();
  const result = rendered(onTyped);
  act(() => {
    for (const text of ['l', 'la', 'lac', 'lace']) result.current.type(text);
  });
  await waitFor(() => expect(result.current.params.q).toBe('lace'));
  expect(onTyped.mock.calls.map(([{ q }]) => q)).toEqual(['l', 'lace']);
});
