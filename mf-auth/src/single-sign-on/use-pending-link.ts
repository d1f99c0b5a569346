import { useEffect, useState } from 'react';
import type { InferOutput } from 'valibot';
import type { pendingLinkSchema } from '@carrel/shared/contract';

import { getPendingLink } from './single-sign-on.api.ts';

type PendingLink =
  | { state: 'loading' }
  | { state: 'waiting'; link: InferOutput<typeof pendingLinkSchema> }
  | { state: 'failed'; error: unknown };

/** Reads what this browser may link. Guests have no cache of queries. */
export function usePendingLink(): PendingLink & { retry: () => void } {
  const [pending, setPending] = useState<PendingLink>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let mounted = true;
    getPendingLink().then(
      (link) => mounted && setPending({ state: 'waiting', link }),
      (error: unknown) => mounted && setPending({ state: 'failed', error }),
    );
    return () => {
      mounted = false;
    };
  }, [attempt]);
  return { ...pending, retry: () => setAttempt(attempt + 1) };
}
