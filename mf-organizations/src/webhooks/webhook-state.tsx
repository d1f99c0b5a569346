import type { Webhook } from '@carrel/shared/contract/organization';
import { Badge } from '@carrel/shared/ui/signed-in';
import { CircleCheck, CirclePause, TriangleAlert } from 'lucide-react';

/** Whether a webhook is sent events, and why not. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  if (webhook.enabled && webhook.failing_since === null) {
    return (
      <Badge tone="success">
        <CircleCheck aria-hidden />
        Enabled
      </Badge>
    );
  }
  if (webhook.enabled) {
    return (
      <Badge tone="warning">
        <TriangleAlert aria-hidden />
        Failing
      </Badge>
    );
  }
  return webhook.disabled_reason === 'person' ? (
    <Badge tone="neutral">
      <CirclePause aria-hidden />
      Disabled
    </Badge>
  ) : (
    <Badge tone="danger">
      <TriangleAlert aria-hidden />
      {webhook.disabled_reason === 'gone' ? 'Disabled: gone' : 'Disabled: it failed for a day'}
    </Badge>
  );
}
