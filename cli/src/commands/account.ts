import { currentUserSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import { ApiFailure } from '../api/api-client.ts';
import { Failure } from '../exit-codes.ts';
import { printable } from '../terminal/printable.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { CommandLine } from '../usage/read-options.ts';
import { connect } from './connect.ts';

/** Ends the session, on the server too if that can be reached. */
export async function logout(
  terminal: Terminal,
  { options }: CommandLine,
  signal: AbortSignal,
): Promise<undefined> {
  const { client, store, server } = await connect(options, signal);
  try {
    await client.call({ method: 'POST', path: apiPaths.logout() });
  } catch (error) {
    if (!(error instanceof ApiFailure && error.status === 401)) {
      await store.delete(server);
      throw new Failure(
        `The session was deleted here, but not on ${server}: revoke it in your account settings. ${(error as Error).message}`,
      );
    }
  }
  await store.delete(server);
  terminal.say(`Signed out of ${server}.`);
}

/** Says who is signed in, and where. */
export async function whoami(
  terminal: Terminal,
  { options }: CommandLine,
  signal: AbortSignal,
): Promise<undefined> {
  const { client, server } = await connect(options, signal);
  const user = await client.json(currentUserSchema, { path: apiPaths.currentUser() });
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
