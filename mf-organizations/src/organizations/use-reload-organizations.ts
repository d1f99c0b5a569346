import { queryKeys } from '@carrel/shared/api';
import { useShell } from '@carrel/shared/shell';
import { useQueryClient } from '@tanstack/react-query';

/** After a change to an organization: the profile and every list of organizations are asked for again. */
export function useReloadOrganizations(): () => Promise<void> {
  const { reloadUser } = useShell();
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      reloadUser(),
      queryClient.invalidateQueries({ queryKey: queryKeys.organizations() }),
    ]);
  };
}
