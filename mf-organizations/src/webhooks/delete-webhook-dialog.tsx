import { messageOf, queryKeys } from '@carrel/shared/api';
import type { Organization } from '@carrel/shared/contract';
import type { Webhook } from '@carrel/shared/contract/organization';
import { toast } from '@carrel/shared/ui';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { deleteWebhook } from '../data/webhooks.api.ts';

interface DeleteWebhookDialogProps {
  organization: Organization;
  webhook: Webhook;
  onClose: () => void;
}

export function DeleteWebhookDialog({ organization, webhook, onClose }: DeleteWebhookDialogProps) {
  const queryClient = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => deleteWebhook(organization.id, webhook.id),
    onSuccess: async () => {
      toast.success('Webhook deleted');
      onClose();
      await queryClient.invalidateQueries({ queryKey: queryKeys.webhooks(organization.id) });
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to delete webhook')),
  });

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => deletion.mutateAsync()}
      title="Delete webhook"
      name={webhook.name}
      consequences={[
        'Nothing more is sent to its URL, what waits included',
        'Its log and its secret are deleted',
      ]}
      confirmLabel="Delete webhook"
      pending={deletion.isPending}
    />
  );
}
