import { chooseOrganization } from '../sync/remote-dataset.ts';
import type { CommandOptions } from '../usage/read-options.ts';
import { connect } from './connect.ts';
import type { Connection } from './connect.ts';

/** Connects, and returns the organization to work in. One that is named is remembered. */
export async function openOrganization(
  options: CommandOptions,
  signal: AbortSignal,
): Promise<Connection & { organizationId: string }> {
  const connection = await connect(options, signal);
  const { client, store, server } = connection;
  const { organization: named } = options;
  const { organizationId: remembered } = await store.read(server);
  const organizationId = await chooseOrganization(client, named, remembered);
  if (named !== undefined && organizationId !== remembered) {
    await store.locked(server, signal, async () =>
      store.write(server, { ...(await store.read(server)), organizationId }),
    );
  }
  return { ...connection, organizationId };
}
