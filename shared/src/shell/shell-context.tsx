import { createContext, useContext, useLayoutEffect } from 'react';
import type { ReactNode } from 'react';

import type { CurrentUser } from '../contract/public.ts';
import type { PageInfo, ShellApi } from './shell-api.ts';

const ShellContext = createContext<ShellApi | null>(null);

/** Puts a shell around screens: the real one in the console, a fake one in tests. */
export function ShellProvider({ shell, children }: { shell: ShellApi; children: ReactNode }) {
  return <ShellContext value={shell}>{children}</ShellContext>;
}

/** The shell around this screen. Throws outside of one. */
export function useShell(): ShellApi {
  const shell = useContext(ShellContext);
  if (shell === null) throw new Error('This component needs a ShellProvider around it.');
  return shell;
}

/** The signed-in person. Throws where nobody is signed in: for screens behind a guard. */
export function useCurrentUser(): CurrentUser {
  const { user } = useShell();
  if (user === null) throw new Error('This component is for signed-in people only.');
  return user;
}

/** Id of the selected organization. Throws without one: for screens behind the organization guard. */
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

/** Names the screen in the browser's title and in the shell's header. */
export function usePage(page: PageInfo): void {
  const { setPage } = useShell();
  const key = JSON.stringify(page);
  useLayoutEffect(() => setPage(JSON.parse(key) as PageInfo), [setPage, key]);
}
