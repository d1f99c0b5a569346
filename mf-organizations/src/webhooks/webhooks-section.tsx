import { describeFailure, messageOf, queryKeys } from '@carrel/shared/api';
import type { Organization } from '@carrel/shared/contract';
import type { Webhook } from '@carrel/shared/contract/organization';
import { Button, ErrorState, toast } from '@carrel/shared/ui';
import {
  EmptyState,
  SettingsSection,
  TableSkeleton,
  useConfirm,
} from '@carrel/shared/ui/signed-in';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';

import { ShownOnceDialog } from '../parts/shown-once-dialog.tsx';
import { DeliveriesDialog } from './deliveries/deliveries-dialog.tsx';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';
import { WebhookFormDialog } from './webhook-form-dialog.tsx';
import { deleteWebhook, updateWebhook } from '../data/webhooks.api.ts';
import { webhooksQuery } from '../data/webhooks.queries.ts';
import { WebhooksTable } from './webhooks-table.tsx';

type Open =
  | { dialog: 'create' }
  | { dialog: 'secret'; secret: string }
  | { dialog: 'log' | 'edit' | 'rotate'; webhook: Webhook };

/** The addresses that are told what happens in an organization. */
export function WebhooksSection({ organization }: { organization: Organization }) {
  const webhooks = useQuery(webhooksQuery(organization.id));
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const showSecret = (secret: string) => setOpen({ dialog: 'secret', secret });
  const toggle = useMutation({
    mutationFn: ({ id, enabled }: Webhook) =>
      updateWebhook(organization.id, id, { enabled: !enabled }),
    onSuccess: async (_, { enabled }) => {
      toast.success(enabled ? 'Webhook disabled' : 'Webhook enabled');
      await queryClient.invalidateQueries({ queryKey: queryKeys.webhooks(organization.id) });
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to update webhook')),
  });
  const deletion = useConfirm((webhook: Webhook) => ({
    title: 'Delete webhook',
    name: webhook.name,
    consequences: [
      'Nothing more is sent to its URL, what waits included',
      'Its log and its secret are deleted',
    ],
    confirmLabel: 'Delete webhook',
    act: () => deleteWebhook(organization.id, webhook.id),
    done: 'Webhook deleted',
    failed: (error) => messageOf(error, 'Failed to delete webhook'),
    invalidates: queryKeys.webhooks(organization.id),
  }));

  const list = () => {
    if (webhooks.isPending) {
      return <TableSkeleton label="Webhooks" columns={['Name', 'URL', 'Events']} rows={2} />;
    }
    if (webhooks.data === undefined) {
      return (
        <ErrorState
          title="Failed to load webhooks"
          {...describeFailure(webhooks.error)}
          retrying={webhooks.isFetching}
          onRetry={() => void webhooks.refetch()}
        />
      );
    }
    if (webhooks.data.webhooks.length === 0) {
      return (
        <EmptyState
          icon={<WebhookIcon />}
          title="No webhooks"
          description="A webhook tells a program of yours when documents are ready or failed, uploads are completed, or datasets deleted."
        />
      );
    }
    return (
      <WebhooksTable
        webhooks={webhooks.data.webhooks}
        onLog={(webhook) => setOpen({ dialog: 'log', webhook })}
        onEdit={(webhook) => setOpen({ dialog: 'edit', webhook })}
        onRotate={(webhook) => setOpen({ dialog: 'rotate', webhook })}
        onToggle={(webhook) => toggle.mutate(webhook)}
        onDelete={deletion.ask}
      />
    );
  };

  const shared = { organization, onClose: close };
  return (
    <SettingsSection
      title="Webhooks"
      description="Events are sent to your URLs as Standard Webhooks: signed, with retries for 24 hours."
      actions={
        <Button variant="primary" onClick={() => setOpen({ dialog: 'create' })}>
          <Plus size={16} aria-hidden /> Create webhook
        </Button>
      }
    >
      {list()}
      {open?.dialog === 'create' && <WebhookFormDialog {...shared} onCreated={showSecret} />}
      {open?.dialog === 'edit' && (
        <WebhookFormDialog {...shared} webhook={open.webhook} onCreated={showSecret} />
      )}
      {open?.dialog === 'secret' && (
        <ShownOnceDialog
          title="Copy the signing secret"
          description="It is shown only now. Your receiver verifies with it that a request is from Carrel."
          label="Signing secret"
          secret={open.secret}
          onClose={close}
        />
      )}
      {open?.dialog === 'rotate' && (
        <RotateSecretDialog {...shared} webhook={open.webhook} onCreated={showSecret} />
      )}
      {deletion.dialog}
      {open?.dialog === 'log' && <DeliveriesDialog {...shared} webhook={open.webhook} />}
    </SettingsSection>
  );
}
