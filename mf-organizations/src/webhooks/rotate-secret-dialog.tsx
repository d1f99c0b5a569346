import { messageOf } from '@carrel/shared/api';
import { WEBHOOK_OVERLAP_HOURS_DEFAULT } from '@carrel/shared/contract';
import type { Organization, Webhook } from '@carrel/shared/contract';
import { Button, toast } from '@carrel/shared/ui';
import { Dialog, SelectField } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { rotateWebhookSecret } from './webhooks.api.ts';

interface RotateSecretDialogProps {
  organization: Organization;
  webhook: Webhook;
  onClose: () => void;
  onCreated: (secret: string) => void;
}

const OVERLAPS = [
  { value: '0', label: 'It ends now' },
  { value: '1', label: 'One hour' },
  { value: '24', label: 'One day' },
  { value: '168', label: 'One week' },
];

/** Replaces the secret of a webhook. */
export function RotateSecretDialog(props: RotateSecretDialogProps) {
  const { organization, webhook, onClose, onCreated } = props;
  const [hours, setHours] = useState(String(WEBHOOK_OVERLAP_HOURS_DEFAULT));
  const rotation = useMutation({
    mutationFn: () => rotateWebhookSecret(organization.id, webhook.id, Number(hours)),
    onSuccess: ({ secret }) => onCreated(secret),
    onError: (error) => toast.error(messageOf(error, 'Failed to rotate secret')),
  });

  return (
    <Dialog
      open
      onClose={onClose}
      busy={rotation.isPending}
      title="Rotate secret"
      description={`"${webhook.name}" gets a new signing secret. Requests are signed with both until the old one ends.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            loading={rotation.isPending}
            onClick={() => rotation.mutateAsync()}
          >
            Rotate secret
          </Button>
        </>
      }
    >
      <SelectField
        label="How long the old secret still signs"
        options={OVERLAPS}
        value={hours}
        onChange={(event) => setHours(event.target.value)}
      />
    </Dialog>
  );
}
