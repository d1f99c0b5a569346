import { QueryClientProvider } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';

import { PasswordPrompt } from '../session/password/password-prompt.tsx';
import { RenewalBanner } from '../session/renewal-banner.tsx';
import { OrganizationsProvider } from './organizations-provider.tsx';
import { queryClientAtom } from '../state/query-client.atoms.ts';

/** Provides the query cache, and the shell's API with the organizations, to signed-in screens. */
export function SignedInData({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={useAtomValue(queryClientAtom)}>
      <OrganizationsProvider>{children}</OrganizationsProvider>
      <PasswordPrompt />
      <RenewalBanner />
    </QueryClientProvider>
  );
}
