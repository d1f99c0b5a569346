import { isHttpError } from '@carrel/client';
import { apiPaths } from '@carrel/shared/paths';

import { Failure } from '../exit-codes.ts';
import { counted, printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import type { CommandLine } from '../usage/read-options.ts';
import { connect } from './connect.ts';
import type { Connection } from './connect.ts';
import { requireSession } from './require-session.ts';

/** Ends the session, on the server too if that can be reached. */
export async function logout(
  terminal: Terminal,
  { options }: CommandLine,
  signal: AbortSignal,
): Promise<undefined> {
  const connection = await connect(terminal, options, signal);
  requireSession(connection);
  const { client, store, server } = connection;
  try {
    await client.connection.send({ method: 'POST', path: apiPaths.logout(), retries: 0 });
  } catch (error) {
    if (!isHttpError(error, 401)) {
      await store.delete(server);
      throw new Failure(
        `The session was deleted here, but not on ${server}: revoke it in your account settings. ${(error as Error).message}`,
      );
    }
  }
  await store.delete(server);
  terminal.say(`Signed out of ${server}.`);
}

/** Says who calls, and where. */
export async function whoami(
  terminal: Terminal,
  { options }: CommandLine,
  signal: AbortSignal,
): Promise<undefined> {
  const connection = await connect(terminal, options, signal);
  const { client, server, apiKey } = connection;
  if (apiKey !== undefined) {
    await describeKey(terminal, connection, apiKey, options.json === true);
    return;
  }
  const user = await client.accounts.current();
  if (options.json === true) {
    terminal.result(JSON.stringify({ server, account: user }));
    return;
  }
  const [address] = user.email_addresses[0] ?? [''];
  terminal.result(printable(`${user.first_name} ${user.last_name} <${address}> at ${server}`));
  for (const [id, { organization_name, role_name }] of Object.entries(user.memberships)) {
    terminal.result(printable(`  ${id}  ${organization_name} (${role_name})`));
  }
}

/** The server tells no key its name: its end is what the organization's settings list it by. */
async function describeKey(
  terminal: Terminal,
  { client, server }: Connection,
  apiKey: string,
  isJson: boolean,
): Promise<void> {
  const datasets = await client.datasets.list().catch((error: unknown) => {
    // The key is right, and reads nothing.
    if (isHttpError(error, 403)) return undefined;
    throw error;
  });
  const lastFour = apiKey.slice(-4);
  if (isJson) {
    const key = { last_four: lastFour, datasets: datasets?.map(({ id }) => id) ?? null };
    terminal.result(JSON.stringify({ server, api_key: key }));
    return;
  }
  const reads =
    datasets === undefined
      ? 'does not read documents'
      : `reads ${counted(datasets.length, 'dataset')}`;
  terminal.result(printable(`API key ...${lastFour} at ${server}, which ${reads}`));
}
