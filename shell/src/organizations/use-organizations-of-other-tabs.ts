import { queryKeys } from '@carrel/shared/api';
import { STORAGE_KEYS } from '@carrel/shared/contract';
import type { Organization } from '@carrel/shared/contract';
import { useShell } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Keeps the user's memberships up to date with organizations that were created, left or deleted
 * elsewhere. A tab keeps its own selection for as long as that organization exists. `listed` is the
 * list as last fetched, which is fetched again whenever the tab becomes visible. A sentence names what is gone, unless
 * the user's own act is being followed by a reload.
 */
export function useOrganizationsOfOtherTabs(
  listed: readonly Organization[] | undefined,
  reloads: RefObject<number>,
): void {
  const { user, reloadUser } = useShell();
  const queryClient = useQueryClient();

  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key !== STORAGE_KEYS.selectedOrganization) return;
      void queryClient.invalidateQueries({ queryKey: queryKeys.organizations() });
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [queryClient]);

  const fetched = listed
    ?.map(({ id }) => id)
    .sort()
    .join();
  const known = Object.keys(user?.memberships ?? {})
    .sort()
    .join();
  const memberships = user?.memberships;
  const latest = useRef(memberships);
  useEffect(() => {
    latest.current = memberships;
  }, [memberships]);
  const handled = useRef<string>(undefined);
  useEffect(() => {
    if (fetched === undefined || fetched === handled.current) return;
    handled.current = fetched;
    if (fetched === known) return;
    const left = new Set(fetched.split(','));
    const gone = Object.entries(latest.current ?? {}).filter(([id]) => !left.has(id));
    if (reloads.current === 0) sayGone(gone.map(([, { organization_name: name }]) => name));
    reloadUser().catch(() => undefined);
  }, [fetched, known, reloads, reloadUser]);
}

function sayGone(names: readonly string[]): void {
  const [name] = names;
  if (name === undefined) return;
  toast.info(
    names.length === 1
      ? `You no longer belong to ${name}: it was deleted, or your membership ended.`
      : `You no longer belong to ${names.length} organizations: they were deleted, or your memberships ended.`,
  );
}
