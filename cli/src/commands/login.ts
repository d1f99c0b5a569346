import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

import { isHttpError, isTemporary } from '@carrel/client';
import type { Carrel, ReceivedResponse } from '@carrel/client';
import { APPROVAL_HEADER, requestedApprovalSchema } from '@carrel/shared/contract';
import type { RequestedApproval } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import { EXIT, Failure } from '../exit-codes.ts';
import { storeCookies } from '../session/cookies.ts';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import type { CommandLine } from '../usage/read-options.ts';
import { connect } from './connect.ts';
import type { Connection } from './connect.ts';
import { requireSession } from './require-session.ts';

/** Signs in by an approval in a browser. */
export async function login(
  terminal: Terminal,
  { options }: CommandLine,
  signal: AbortSignal,
): Promise<undefined> {
  const connection = await connect(terminal, options, signal);
  requireSession(connection);
  const { client, store, server } = connection;
  const { hostname: host, protocol } = new URL(server);
  if (protocol === 'http:' && !/^(?:localhost|127\.|\[::1\])/u.test(host)) {
    terminal.say(`Warning: the connection to ${server} is not encrypted.`);
  }
  const approval = await client.connection.json(requestedApprovalSchema, {
    method: 'POST',
    path: apiPaths.approvals(),
    json: { client_name: (hostname() || 'Command line').slice(0, 100) },
  });
  terminal.say(`Open this page in a browser, and approve the sign-in:

  ${printable(approval.verification_url)}

It has to show this code: ${printable(approval.user_code)}
`);
  const response = await awaitApproval(connection, approval, terminal);
  const before = await store.read(server);
  await endSession(client, before.cookies.length > 0);
  const cookies = storeCookies([], response.headers.getSetCookie());
  await store.write(server, { ...before, cookies });
  await store.setDefaultServer(server);
  const user = await client.accounts.current();
  if (options.json === true) terminal.result(JSON.stringify({ server, account: user }));
  else
    terminal.say(`Signed in to ${server} as ${printable(`${user.first_name} ${user.last_name}`)}.`);
}

async function awaitApproval(
  { client, signal }: Connection,
  { device_code, expires_in, interval }: RequestedApproval,
  terminal: Terminal,
): Promise<ReceivedResponse> {
  const end = performance.now() + expires_in * 1000;
  while (performance.now() < end) {
    await pause(interval * 1000, undefined, { signal });
    try {
      const json = { device_code };
      const path = apiPaths.approvalToken();
      // Redeeming cannot be repeated.
      return await client.connection.send({ method: 'POST', path, json, retries: 0 });
    } catch (error) {
      const state = isHttpError(error) ? error.headers?.get(APPROVAL_HEADER) : undefined;
      if (state === 'denied') throw new Failure('The sign-in was denied.', EXIT.notAllowed);
      // A server that restarts is asked again.
      if (state !== 'pending' && !isTemporary(error)) throw error;
      terminal.progress('Waiting for the approval ...');
    }
  }
  throw new Failure('Nobody approved the sign-in in time. Start it again.', EXIT.notAllowed);
}

/** Ends the session that the new one replaces. It does not matter if it has ended already. */
async function endSession(client: Carrel, isThere: boolean): Promise<void> {
  if (!isThere) return;
  const call = { method: 'POST', path: apiPaths.logout() } as const;
  await client.connection.send(call).catch(() => undefined);
}
