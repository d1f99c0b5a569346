import type { Carrel } from '@carrel/client';

import { usageFailure } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import type { CommandOptions } from '../usage/read-options.ts';
import { chooseOrganization } from './choose-organization.ts';
import { connect } from './connect.ts';
import { requireSession } from './require-session.ts';

/**
 * Connects, and returns a client that works in an organization: that of the API key, else the one that is named,
 * which is remembered, or was named last. Where `isForPeople`, an API key is wrong usage.
 */
export async function openOrganization(
  terminal: Terminal,
  options: CommandOptions,
  signal: AbortSignal,
  isForPeople = false,
): Promise<Carrel> {
  const { client, store, server, apiKey } = await connect(terminal, options, signal);
  const { organization: named } = options;
  if (isForPeople) requireSession({ apiKey });
  if (apiKey !== undefined) {
    if (named === undefined) return client;
    throw usageFailure('An API key is of one organization: leave out --organization.');
  }
  const { organizationId: remembered } = await store.read(server);
  const organizationId = await chooseOrganization(client, named, remembered);
  if (named !== undefined && organizationId !== remembered) {
    await store.locked(server, signal, async () =>
      store.write(server, { ...(await store.read(server)), organizationId }),
    );
  }
  return client.inOrganization(organizationId);
}
