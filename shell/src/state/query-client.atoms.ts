import { followUnseen, isApiError, isReadOnMount } from '@carrel/shared/api';
import { QueryClient } from '@tanstack/react-query';
import { atom } from 'jotai';

const RETRY_DELAY = 500;

/**
 * The cache of everything read from the server: one per store, so that it ends with the session.
 * Reads are retried once after a network error. Offline is an error like any other, not a pause: what failed is read
 * again when the browser is online.
 */
export const queryClientAtom = atom(() => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnMount: isReadOnMount,
        refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
        retry: (failures, error) => failures === 0 && isApiError(error) && error.kind === 'network',
        retryDelay: RETRY_DELAY,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  followUnseen(client.getQueryCache());
  return client;
});
