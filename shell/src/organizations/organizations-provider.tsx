import { GUEST, GUEST_ORGANIZATIONS } from '@carrel/shared/contract';
import { listOrganizations, queryKeys } from '@carrel/shared/api';
import { ShellProvider, useShell } from '@carrel/shared/shell';
import type { ShellApi } from '@carrel/shared/shell';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';

import { localStore } from '../base/local-store.ts';
import { useLostOrganization } from './use-lost-organization.ts';
import { useOrganizationsOfOtherTabs } from './use-organizations-of-other-tabs.ts';

/** Adds the list of organizations to the shell, and keeps only one organization's data cached. */
export function OrganizationsProvider({ children }: { children: ReactNode }) {
  const shell = useShell();
  const queryClient = useQueryClient();
  const { user, organizationId } = shell;
  const { data } = useQuery({
    queryKey: queryKeys.organizations(),
    queryFn: listOrganizations,
    enabled: user !== null,
  });

  // When this runs, the screens use the new organization's keys already.
  useEffect(() => {
    queryClient.removeQueries({
      predicate: ({ queryKey: [scope, id] }) => scope === 'organization' && id !== organizationId,
      type: 'inactive',
    });
  }, [queryClient, organizationId]);

  // The page's script reads nothing ahead of these: see `early-reads-script.ts`.
  useEffect(() => {
    const ids = Object.entries(user?.memberships ?? {})
      .filter(([, { role_name: role }]) => role === GUEST)
      .map(([id]) => id);
    if (ids.length === 0) localStore.remove(GUEST_ORGANIZATIONS);
    else localStore.set(GUEST_ORGANIZATIONS, ids.join(' '));
  }, [user]);

  /** Reloads that the user's own acts asked for. */
  const reloads = useRef(0);
  useLostOrganization(organizationId, shell.reloadUser);
  useOrganizationsOfOtherTabs(data?.organizations, reloads);

  const complete = useMemo<ShellApi>(
    () => ({
      ...shell,
      organizations: data?.organizations,
      reloadUser: async () => {
        reloads.current += 1;
        try {
          const [reloaded] = await Promise.all([
            shell.reloadUser(),
            queryClient.invalidateQueries({ queryKey: queryKeys.organizations() }),
          ]);
          return reloaded;
        } finally {
          reloads.current -= 1;
        }
      },
    }),
    [shell, data, queryClient],
  );
  return <ShellProvider shell={complete}>{children}</ShellProvider>;
}
