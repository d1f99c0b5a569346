import { messageOf, queryKeys } from '@carrel/shared/api';
import { toast } from '@carrel/shared/ui';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { createRecoveryCodes } from '../data/two-step.api.ts';

interface NewCodesDialogProps {
  onClose: () => void;
  onCreated: (codes: string[]) => void;
}

export function NewCodesDialog({ onClose, onCreated }: NewCodesDialogProps) {
  const queryClient = useQueryClient();
  const creation = useMutation({
    mutationFn: createRecoveryCodes,
    onSuccess: async ({ recovery_codes: codes }) => {
      onCreated(codes);
      await queryClient.invalidateQueries({ queryKey: queryKeys.secondStep() });
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to make new recovery codes')),
  });

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => creation.mutateAsync()}
      title="Make new recovery codes"
      consequences={['The codes that you have stop working', 'The new ones are shown once']}
      confirmLabel="Make new codes"
      pending={creation.isPending}
    />
  );
}
