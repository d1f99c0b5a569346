import { messageOf, queryKeys } from '@carrel/shared/api';
import type { Organization } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { removeProvider } from '../../data/single-sign-on.api.ts';

interface RemoveProviderDialogProps {
  organization: Organization;
  onClose: () => void;
}

export function RemoveProviderDialog({ organization, onClose }: RemoveProviderDialogProps) {
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: () => removeProvider(organization.id),
    onSuccess: async () => {
      toast.success('Single sign-on removed');
      onClose();
      await queryClient.invalidateQueries({
        queryKey: queryKeys.identityProvider(organization.id),
      });
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to remove single sign-on')),
  });

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => removal.mutateAsync()}
      title="Remove single sign-on"
      name={organization.name}
      consequences={[
        'Nobody can sign in with the provider any more',
        'People without a password have to reset theirs to sign in',
        'Who is signed in stays signed in',
      ]}
      confirmLabel="Remove single sign-on"
      pending={removal.isPending}
    />
  );
}
