import { afterAll, beforeAll, expect, test } from 'vitest';

import { providerBrowser } from '@carrel/testing/sso/provider-browser.ts';
import { startRealProvider, type RealProvider } from '@carrel/testing/sso/real-provider.ts';
import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
  type Visitor,
} from '@carrel/testing/server-fixture.ts';

let server: ServerFixture;
let provider: RealProvider;
let owner: Member;
let organizationId: string;

beforeAll(async () => {
  server = await createServerFixture({ settings: { webhookNetworks: ['127.0.0.1'] } });
  owner = await server.person();
  organizationId = await server.organization(owner, 'Firm');
  provider = await startRealProvider(server.dependencies.settings.publicUrl, organizationId);
  await server.database.query(
    `INSERT INTO organization_domains (organization_id, domain, token, verified_at, verified_by)
     VALUES ($1, 'firm.example', 'token', now(), 'dns')`,
    [organizationId],
  );
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const path = () => `/organizations/${organizationId}/identity-provider`;

const finish = async (
  visitor: Visitor,
  begun: Response,
  browser: ReturnType<typeof providerBrowser>,
) => {
  expect(begun.status).toBe(200);
  const { redirect_url: url } = await readJson<{ redirect_url: string }>(begun);
  const back = await browser.signIn(url, 'grace@firm.example');
  const response = await visitor.call('GET', back.pathname.replace('/api/v1', '') + back.search);
  return response.headers.get('Location');
};

test('people sign in at oidc-provider, and authenticate again there', async () => {
  const { issuer, clientId, clientSecret } = provider;
  const tested = await owner.call('POST', `${path()}/test`, { json: { issuer } });
  expect(await tested.json()).toEqual({
    authorization_endpoint: `${issuer}/auth`,
    backchannel_logout: true,
  });
  const saved = await owner.call('PUT', path(), {
    json: {
      issuer,
      client_id: clientId,
      client_secret: clientSecret,
      default_role: 'Editor',
      enabled: true,
      enforced: true,
    },
  });
  expect(saved.status).toBe(200);

  const [visitor, browser] = [server.visitor(), providerBrowser(issuer)];
  const begun = await visitor.call('POST', '/accounts/login/sso', {
    json: { email_address: 'grace@firm.example', return_path: '/datasets' },
  });
  const { publicUrl } = server.dependencies.settings;
  expect(await finish(visitor, begun, browser)).toBe(`${publicUrl}/datasets`);
  const user = await (await visitor.call('GET', '/accounts/current')).json();
  expect(user).toMatchObject({
    first_name: 'Grace',
    last_name: 'Hopper',
    email_addresses: [['grace@firm.example', true]],
    memberships: { [organizationId]: { role_name: 'Editor' } },
  });

  await server.database.query('UPDATE sso_sessions SET vouched_at = to_timestamp(0)');
  const again = await visitor.call('POST', '/accounts/reauthenticate/sso', {
    json: { return_path: '/account' },
  });
  expect(await finish(visitor, again, browser)).toBe(`${publicUrl}/account`);
  const [vouched] = await server.database.query<{ now: boolean }>(
    `SELECT vouched_at > now() - interval '1 minute' AS now FROM sso_sessions`,
  );
  expect(vouched?.now).toBe(true);
});
