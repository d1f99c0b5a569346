import { queryKeys } from '@carrel/shared/api';
import { STORAGE_KEYS } from '@carrel/shared/contract';
import type { Organization } from '@carrel/shared/contract';
import { useShell } from '@carrel/shared/shell';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/**
 * Keeps the person's memberships in step with organizations that were created, left or deleted
 * elsewhere. A tab keeps its own selection for as long as there is such an organization. `listed` is
 * the list as last fetched, which happens again whenever the tab is come back to.
 */
export function useOrganizationsOfOtherTabs(listed: readonly Organization[] | undefined): void {
  const { user, reloadUser } = useShell();
  const queryClient = useQueryClient();

  useEffect(() => {
    const notice = ({ key }: StorageEvent) => {
      if (key !== STORAGE_KEYS.selectedOrganization) return;
      void queryClient.invalidateQueries({ queryKey: queryKeys.organizations() });
    };
    window.addEventListener('storage', notice);
    return () => window.removeEventListener('storage', notice);
  }, [queryClient]);

  const fetched = listed
    ?.map(({ id }) => id)
    .sort()
    .join();
  const known = Object.keys(user?.memberships ?? {})
    .sort()
    .join();
  const asked = useRef<string>(undefined);
  useEffect(() => {
    if (fetched === undefined || fetched === asked.current) return;
    asked.current = fetched;
    // What cannot be fetched now is met again when the list has changed once more.
    if (fetched !== known) reloadUser().catch(() => undefined);
  }, [fetched, known, reloadUser]);
}
