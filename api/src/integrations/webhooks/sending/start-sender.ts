import type { Dependencies } from '../../../platform/dependencies.ts';
import { createAddressPolicy } from '../../../platform/outgoing/address-policy.ts';
import { createOutgoing } from '../../../platform/outgoing/outgoing.ts';
import { limitBacklogs } from '../purge-deliveries.ts';
import { freeClaims } from './claim-deliveries.ts';
import { createSender } from './sender.ts';

const LOOK_MILLISECONDS = 1000;
const BACKLOG_MILLISECONDS = 60_000;

/** Sends to webhooks from now on. Returns a function that stops it. */
export async function startSender({
  settings,
  queue,
  log,
  ...dependencies
}: Dependencies): Promise<() => Promise<void>> {
  // Users wait for requests, not for webhooks.
  const database = dependencies.database.lowPriority;
  const { webhookNetworks: privateNetworks } = settings;
  const outgoing = createOutgoing(createAddressPolicy({ privateNetworks }));
  const sender = createSender({ database, queue, log, outgoing });
  if (database.kind === 'embedded') await freeClaims(database);
  const looking = setInterval(() => void sender.pump(), LOOK_MILLISECONDS).unref();
  const limiting = setInterval(() => {
    limitBacklogs(database, log).catch((error: unknown) => {
      log.error('limit backlogs of webhooks', error);
    });
  }, BACKLOG_MILLISECONDS).unref();
  return async () => {
    clearInterval(looking);
    clearInterval(limiting);
    await sender.stop();
    outgoing.close();
  };
}
