import { QueryClientProvider } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';

import { OrganizationsProvider } from './organizations-provider.tsx';
import { queryClientAtom } from './query-client.atoms.ts';

/** What a signed-in person's screens read from: the cache, and a shell that knows the organizations. */
export function SignedInData({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={useAtomValue(queryClientAtom)}>
      <OrganizationsProvider>{children}</OrganizationsProvider>
    </QueryClientProvider>
  );
}
