import { createContext, useContext, useLayoutEffect } from 'react';
import type { ReactNode } from 'react';

import type { CurrentUser } from '../contract/public.ts';
import type { PageInfo, ShellApi } from './shell-api.ts';

const ShellContext = createContext<ShellApi | null>(null);

/** Provides the shell to screens: the real one in the console, a fake one in tests. */
export function ShellProvider({ shell, children }: { shell: ShellApi; children: ReactNode }) {
  return <ShellContext value={shell}>{children}</ShellContext>;
}

/** Returns the shell; throws without a provider. */
export function useShell(): ShellApi {
  const shell = useContext(ShellContext);
  if (shell === null) throw new Error('This component needs a ShellProvider around it.');
  return shell;
}

/** Returns the signed-in user; throws without one: for screens behind a guard. */
export function useCurrentUser(): CurrentUser {
  const { user } = useShell();
  if (user === null) throw new Error('This component is for signed-in people only.');
  return user;
}

/** Returns the id of the selected organization; throws without one: for screens behind the organization guard. */
export function useOrganizationId(): string {
  const { organizationId, user } = useShell();
  if (organizationId === null) {
    throw new Error(
      user === null
        ? 'No organization selected or user not authenticated'
        : 'No organization selected',
    );
  }
  return organizationId;
}

/** Sets the browser's title and the shell's header. */
export function usePage(page: PageInfo): void {
  const { setPage } = useShell();
  const key = JSON.stringify(page);
  useLayoutEffect(() => setPage(JSON.parse(key) as PageInfo), [setPage, key]);
}
