import { messageOf, queryKeys } from '@carrel/shared/api';
import type { Grant } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { endGrant } from '../data/grants.api.ts';

interface DisconnectDialogProps {
  grant: Grant;
  onClose: () => void;
}

export function DisconnectDialog({ grant, onClose }: DisconnectDialogProps) {
  const queryClient = useQueryClient();
  const disconnection = useMutation({
    mutationFn: () => endGrant(grant.id),
    onSuccess: async () => {
      toast.success('Program disconnected');
      onClose();
      await queryClient.invalidateQueries({ queryKey: queryKeys.grants() });
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to disconnect the program')),
  });

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => disconnection.mutateAsync()}
      title="Disconnect program"
      name={`${grant.client_name}, ${grant.workspace_name}`}
      consequences={['It cannot read the workspace any more, at once']}
      confirmLabel="Disconnect"
      pending={disconnection.isPending}
    />
  );
}
