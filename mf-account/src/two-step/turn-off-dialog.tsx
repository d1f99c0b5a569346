import { messageOf, queryKeys } from '@carrel/shared/api';
import { toast } from '@carrel/shared/ui';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { removeTotp } from '../data/two-step.api.ts';

export function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: removeTotp,
    onSuccess: async () => {
      toast.success('Two-step verification is off');
      onClose();
      await queryClient.invalidateQueries({ queryKey: queryKeys.secondStep() });
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to turn off two-step verification')),
  });

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => removal.mutateAsync()}
      title="Turn off two-step verification"
      consequences={[
        'The password alone is enough to sign in',
        'Your recovery codes stop working',
        'Trusted browsers are forgotten',
      ]}
      confirmLabel="Turn off"
      pending={removal.isPending}
    />
  );
}
