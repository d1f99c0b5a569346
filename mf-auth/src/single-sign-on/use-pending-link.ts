import type { pendingLinkSchema } from '@carrel/shared/contract/sign-in';
import { useEffect, useState } from 'react';
import type { InferOutput } from 'valibot';

import { getPendingLink } from '../data/single-sign-on.api.ts';

type PendingLink =
  | { state: 'loading' }
  | { state: 'waiting'; link: InferOutput<typeof pendingLinkSchema> }
  | { state: 'failed'; error: unknown };

const read = (): Promise<PendingLink> =>
  getPendingLink().then(
    (link) => ({ state: 'waiting', link }),
    (error: unknown) => ({ state: 'failed', error }),
  );

/** Reads what this browser may link. Guests have no cache of queries. */
export function usePendingLink(): PendingLink & { retry: () => void } {
  const [pending, setPending] = useState<PendingLink>({ state: 'loading' });
  useEffect(() => {
    let mounted = true;
    void read().then((outcome) => {
      if (mounted) setPending(outcome);
    });
    return () => {
      mounted = false;
    };
  }, []);
  return { ...pending, retry: () => void read().then(setPending) };
}
