import type { Dependencies } from '../../../platform/dependencies.ts';
import type { Step } from '../../../jobs/steps.ts';
import { isOnlyProcess } from '../../../platform/database/is-only-process.ts';
import { createAddressPolicy } from '../../../platform/outgoing/address-policy.ts';
import { createOutgoing } from '../../../platform/outgoing/outgoing.ts';
import { limitBacklogs } from '../purge-deliveries.ts';
import { freeClaims } from './claim-deliveries.ts';
import { createSender, type WebhookSender } from './sender.ts';

/** What the steps of webhooks are started with. */
export interface WebhookContext {
  webhooks: Pick<Dependencies, 'database' | 'log'> & { sender: WebhookSender };
}

export const WEBHOOK_STEPS: readonly Step<WebhookContext>[] = [
  { name: 'send-webhooks', everySeconds: 1, run: ({ webhooks }) => webhooks.sender.pump() },
  {
    name: 'limit-webhook-backlogs',
    everySeconds: 60,
    run: ({ webhooks: { database, log } }) => limitBacklogs(database, log),
  },
];

/** Opens what sends to webhooks, which its steps make look. */
export async function openSender({ settings, queue, log, ...dependencies }: Dependencies): Promise<{
  context: WebhookContext;
  stop: () => Promise<void>;
}> {
  // Users wait for requests, not for webhooks.
  const database = dependencies.database.lowPriority;
  const { webhookNetworks: privateNetworks } = settings;
  const outgoing = createOutgoing(createAddressPolicy({ privateNetworks }));
  const sender = createSender({ database, queue, log, outgoing });
  if (isOnlyProcess(database)) await freeClaims(database);
  return {
    context: { webhooks: { database, log, sender } },
    stop: async () => {
      await sender.stop();
      outgoing.close();
    },
  };
}
