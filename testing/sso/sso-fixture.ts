import type { SaveIdentityProviderInput } from '@carrel/shared/contract/sign-in';

import {
  createServerFixture,
  PASSWORD,
  readJson,
  type Member,
  type ServerFixture,
  type Visitor,
} from '../server-fixture.ts';
import type { Settings } from '@carrel/api/src/platform/settings/settings.ts';
import { startLyingProvider, type LyingProvider } from './lying-provider.ts';

/** An organization that has verified firm.example, and signs in at a provider. */
export interface SsoFixture {
  server: ServerFixture;
  provider: LyingProvider;
  owner: Member;
  organizationId: string;
  /** Stores the provider of the organization, with changes. */
  save(changes?: Partial<SaveIdentityProviderInput>): Promise<Response>;
  /** Says that a domain is verified. */
  verifyDomain(organizationId: string, domain: string): Promise<void>;
  /** Begins to sign in, and returns where the browser is sent to. */
  begin(visitor: Visitor, address?: string, returnPath?: string): Promise<string>;
  /** Comes back from the provider, and returns where the browser is sent to. */
  comeBack(visitor: Visitor, query: URLSearchParams): Promise<string>;
  /** Does both, in a new browser or in one. */
  signIn(visitor?: Visitor, address?: string): Promise<{ visitor: Visitor; location: string }>;
  /** Signs in with a password. */
  logIn(visitor: Visitor, address: string, password?: string): Promise<Response>;
  close(): Promise<void>;
}

export const DOMAIN = 'firm.example';

export async function createSsoFixture(settings: Partial<Settings> = {}): Promise<SsoFixture> {
  const provider = await startLyingProvider();
  const server = await createServerFixture({
    settings: { webhookNetworks: ['127.0.0.1'], ...settings },
  });
  const owner = await server.person();
  const organizationId = await server.organization(owner, 'Firm');
  const { publicUrl } = server.dependencies.settings;

  const fixture: SsoFixture = {
    server,
    provider,
    owner,
    organizationId,
    save: (changes = {}) =>
      owner.call('PUT', `/organizations/${organizationId}/identity-provider`, {
        json: {
          issuer: provider.issuer,
          client_id: provider.clientId,
          client_secret: provider.clientSecret,
          default_role: 'Viewer',
          enabled: true,
          enforced: false,
          ...changes,
        },
      }),
    verifyDomain: async (id, domain) => {
      await server.database.query(
        `INSERT INTO organization_domains (organization_id, domain, token, verified_at, verified_by)
         VALUES ($1, $2, 'token', now(), 'dns')`,
        [id, domain],
      );
    },
    begin: async (visitor, address = `ada@${DOMAIN}`, returnPath) => {
      const begun = await visitor.call('POST', '/accounts/login/sso', {
        json: { email_address: address, return_path: returnPath },
      });
      if (begun.status !== 200) throw new Error(`${begun.status} ${await begun.text()}`);
      return (await readJson<{ redirect_url: string }>(begun)).redirect_url;
    },
    comeBack: async (visitor, query) => {
      const path = `/accounts/login/sso/callback/${organizationId}?${query.toString()}`;
      const response = await visitor.call('GET', path);
      return (response.headers.get('Location') ?? '').replace(publicUrl, '');
    },
    signIn: async (visitor = server.visitor(), address) => {
      const url = await fixture.begin(visitor, address);
      const location = await fixture.comeBack(visitor, provider.signIn(url));
      return { visitor, location };
    },
    logIn: (visitor, address, password = PASSWORD) =>
      visitor.call('POST', '/accounts/login', { json: { email_address: address, password } }),
    close: async () => {
      await server.close();
      await provider.close();
    },
  };
  await fixture.verifyDomain(organizationId, DOMAIN);
  return fixture;
}
