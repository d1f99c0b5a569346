import { useShell } from '@carrel/shared/shell';

/**
 * Returns a function that loads the profile and the organizations again after a change. It never
 * rejects: the change itself succeeded, and must not be shown as failed.
 */
export function useReloadOrganizations(): () => Promise<void> {
  const { reloadUser } = useShell();
  return async () => {
    await reloadUser().catch(() => null);
  };
}
