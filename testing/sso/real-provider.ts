import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Provider } from 'oidc-provider';

/** An OpenID Provider of the package oidc-provider. Who types an address as login and any password is its owner. */
export interface RealProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Ends the session of a browser at the provider. */
  logoutUrl: string;
  close(): Promise<void>;
}

const withoutDispatcher = (options: object = {}): RequestInit =>
  Object.fromEntries(Object.entries(options).filter(([name]) => name !== 'dispatcher'));

/** Starts a provider on the loopback address, with Carrel at `publicUrl` as its client. */
export async function startRealProvider(
  publicUrl: string,
  organizationId: string,
): Promise<RealProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const base = `${publicUrl}/api/v1/accounts/login/sso`;
  const client = { clientId: 'carrel', clientSecret: 'the secret of a client that is long enough' };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [`${base}/callback/${organizationId}`],
        backchannel_logout_uri: `${base}/backchannel-logout/${organizationId}`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
    // Its own refuses addresses of this machine.
    fetch: (url, options) => fetch(url, withoutDispatcher(options)),
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: ['a key of the test'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: id,
        email_verified: true,
        given_name: 'Grace',
        family_name: 'Hopper',
      }),
    }),
  });
  server.on('request', provider.callback());
  return {
    issuer,
    ...client,
    logoutUrl: `${issuer}/session/end`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
