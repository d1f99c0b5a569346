import { messageOf, queryKeys } from '@carrel/shared/api';
import type { ApiKey, Organization } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { revokeApiKey } from '../data/api-keys.api.ts';

interface RevokeKeyDialogProps {
  organization: Organization;
  apiKey: ApiKey;
  onClose: () => void;
}

export function RevokeKeyDialog({ organization, apiKey, onClose }: RevokeKeyDialogProps) {
  const queryClient = useQueryClient();
  const revocation = useMutation({
    mutationFn: () => revokeApiKey(organization.id, apiKey.id),
    onSuccess: async () => {
      toast.success('API key revoked');
      onClose();
      await queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys(organization.id) });
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to revoke API key')),
  });

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => revocation.mutateAsync()}
      title="Revoke API key"
      name={apiKey.name}
      consequences={[
        'Programs that use this key are refused at once',
        'It cannot be undone: they need a new key',
      ]}
      confirmLabel="Revoke API key"
      pending={revocation.isPending}
    />
  );
}
