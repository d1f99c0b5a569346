import { useShell } from '@carrel/shared/shell';

/**
 * Fetches the profile and the list of organizations again after a change to one. Never rejects: the
 * change itself succeeded, and must not be reported as failed because of what follows it.
 */
export function useReloadOrganizations(): () => Promise<void> {
  const { reloadUser } = useShell();
  return async () => {
    await reloadUser().catch(() => null);
  };
}
