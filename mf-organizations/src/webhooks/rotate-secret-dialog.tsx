import type { Organization } from '@carrel/shared/contract';
import type { Webhook } from '@carrel/shared/contract/organization';

import { RotationDialog } from '../parts/rotation-dialog.tsx';
import { rotateWebhookSecret } from '../data/webhooks.api.ts';

interface RotateSecretDialogProps {
  organization: Organization;
  webhook: Webhook;
  onClose: () => void;
  onCreated: (secret: string) => void;
}

/** Replaces the secret of a webhook. */
export function RotateSecretDialog(props: RotateSecretDialogProps) {
  const { organization, webhook, onClose, onCreated } = props;
  return (
    <RotationDialog
      title="Rotate secret"
      description={`"${webhook.name}" gets a new signing secret. Requests are signed with both until the old one ends.`}
      overlapLabel="How long the old secret still signs"
      failure="Failed to rotate secret"
      rotate={async (hours) => {
        const { secret } = await rotateWebhookSecret(organization.id, webhook.id, hours);
        onCreated(secret);
      }}
      onClose={onClose}
    />
  );
}
