import { ShellProvider } from '@carrel/shared/shell';
import type { PageInfo, ShellApi } from '@carrel/shared/shell';
import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useMemo } from 'react';
import type { ReactNode } from 'react';

import {
  organizationIdAtom,
  selectOrganizationAtom,
  selectWhenListedAtom,
} from '../state/organizations.atoms.ts';
import { pageAtom, userAtom } from '../state/session.atoms.ts';
import { useTasks } from './use-tasks.ts';
import type { Session } from './session.ts';

/** Provides the shell's API to screens. The list of organizations is added where it is loaded. */
export function ShellBoundary({ session, children }: { session: Session; children: ReactNode }) {
  const user = useAtomValue(userAtom);
  const organizationId = useAtomValue(organizationIdAtom);
  const selectOrganization = useSetAtom(selectOrganizationAtom);
  const selectOrganizationWhenListed = useSetAtom(selectWhenListedAtom);
  const storePage = useSetAtom(pageAtom);
  const setPage = useCallback(
    (page: PageInfo) => {
      storePage(page);
      document.title = `Carrel | ${page.title}`;
    },
    [storePage],
  );
  const setTask = useTasks();
  const shell = useMemo<ShellApi>(
    () => ({
      user,
      organizationId,
      organizations: undefined,
      selectOrganization,
      selectOrganizationWhenListed,
      reloadUser: session.reloadUser,
      signOut: session.signOut,
      setPage,
      setTask,
    }),
    [
      user,
      organizationId,
      selectOrganization,
      selectOrganizationWhenListed,
      session,
      setPage,
      setTask,
    ],
  );
  return <ShellProvider shell={shell}>{children}</ShellProvider>;
}
