import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import { createSsoFixture, DOMAIN, type SsoFixture } from '@carrel/testing/sso/sso-fixture.ts';
import { readJson, tokenOf, type Member, type Visitor } from '@carrel/testing/server-fixture.ts';

const NEW_PASSWORD = 'another horse battery';

let fixture: SsoFixture;
let local: string;
let privateAddress: string;
let employee: Member;
let count = 0;

beforeAll(async () => {
  fixture = await createSsoFixture();
});
afterAll(() => fixture.close());
afterEach(() => fixture.provider.reset());
beforeEach(async () => {
  await fixture.save();
  local = `employee-${(count += 1)}`;
  privateAddress = `private-${count}@home.example`;
  employee = await fixture.server.person(`${local}@${DOMAIN}`);
  await join(employee, 'Editor');
});

async function join({ accountId }: Member, role: 'Owner' | 'Admin' | 'Editor'): Promise<void> {
  const { server, organizationId } = fixture;
  await server.database.query(
    `INSERT INTO memberships (organization_id, account_id, role_id) VALUES ($1, $2, $3)
     ON CONFLICT (organization_id, account_id) DO UPDATE SET role_id = excluded.role_id`,
    [organizationId, accountId, await server.roleId(organizationId, role)],
  );
}

const call = async (visitor: Visitor, method = 'GET', json?: object) => {
  const { organizationId } = fixture;
  const options = json === undefined ? { organizationId } : { organizationId, json };
  return (await visitor.call(method, '/datasets', options)).status;
};

const membership = async (visitor: Visitor) => {
  const user = await readJson<{ memberships: Record<string, unknown> }>(
    await visitor.call('GET', '/accounts/current'),
  );
  return user.memberships[fixture.organizationId];
};

/** Adds a private address to the account, and confirms it. */
async function addPrivateAddress(visitor: Visitor): Promise<void> {
  await visitor.call('POST', '/accounts/emails', { json: { email_address: privateAddress } });
  const mail = (await fixture.server.mails()).find(({ to }) => to === privateAddress);
  const json = { token: tokenOf(mail) };
  expect((await visitor.call('PUT', '/accounts/confirm-email', { json })).status).toBe(204);
}

/** Resets the password by the private address, and signs in with both. */
async function signInPrivately(): Promise<Visitor> {
  const visitor = fixture.server.visitor();
  await fixture.server.mails();
  await visitor.call('POST', '/accounts/reset-password', {
    json: { email_address: privateAddress },
  });
  const [mail] = await fixture.server.mails();
  await visitor.call('PUT', '/accounts/reset-password', {
    json: { token: tokenOf(mail), new_password: NEW_PASSWORD },
  });
  expect((await fixture.logIn(visitor, privateAddress, NEW_PASSWORD)).status).toBe(200);
  return visitor;
}

const removeWorkAddress = async (visitor: Visitor) => {
  const { emails } = await readJson<{ emails: { id: string; address: string }[] }>(
    await visitor.call('GET', '/accounts/emails'),
  );
  const id = emails.find(({ address }) => address.endsWith(DOMAIN))?.id ?? '';
  return (await visitor.call('DELETE', `/accounts/emails/${id}`)).status;
};

describe('an organization that requires single sign-on', () => {
  test('refuses a session that was opened with a private address of a member', async () => {
    const { organizationId } = fixture;
    const { id } = await readJson<{ id: string }>(
      await employee.call('POST', '/datasets', { organizationId, json: { name: 'Plans' } }),
    );
    await addPrivateAddress(employee);
    const other = await fixture.server.organization(employee);
    await fixture.save({ enforced: true });
    const visitor = await signInPrivately();
    expect(await call(visitor)).toBe(403);
    expect(await call(visitor, 'POST', { name: 'Secret' })).toBe(403);
    const stream = `/datasets/${id}/events?organization_id=${fixture.organizationId}`;
    expect((await visitor.call('GET', stream)).status).toBe(403);
    expect(await membership(visitor)).toMatchObject({
      requirement: 'method',
      allowed_methods: ['sso'],
    });
    const elsewhere = await visitor.call('GET', '/datasets', { organizationId: other });
    expect(elsewhere.status).toBe(200);
  });

  test('refuses a member who removed the work address', async () => {
    await addPrivateAddress(employee);
    expect(await removeWorkAddress(employee)).toBe(204);
    await fixture.save({ enforced: true });
    expect(await call(await signInPrivately())).toBe(403);
  });

  test('refuses sessions that were open before, whatever they were opened by', async () => {
    expect(await call(employee)).toBe(200);
    await fixture.save({ enforced: true });
    for (const methods of [['password'], ['passkey'], ['password', 'totp'], ['sso']]) {
      await fixture.server.database.query(
        'UPDATE sessions SET methods = $2 WHERE account_id = $1',
        [employee.accountId, methods],
      );
      expect([methods, await call(employee)]).toEqual([methods, 403]);
    }
    await fixture.save();
    await fixture.server.database.query(
      `UPDATE sessions SET methods = '{password}' WHERE account_id = $1`,
      [employee.accountId],
    );
    expect(await call(employee)).toBe(200);
  });

  test('answers the session of its own provider, and the programs that it approves', async () => {
    await fixture.save({ enforced: true });
    fixture.provider.claims = { sub: local, email: employee.address };
    const { visitor } = await fixture.signIn(undefined, employee.address);
    expect((await fixture.logIn(visitor, employee.address)).status).toBe(200);
    expect(await call(visitor)).toBe(403);
    expect((await visitor.call('POST', '/accounts/login/sso/link')).status).toBe(204);
    expect(await call(visitor)).toBe(200);
    const { visitor: later } = await fixture.signIn(undefined, employee.address);
    expect(await call(later)).toBe(200);
    expect(await membership(later)).toMatchObject({ requirement: null });

    const program = fixture.server.visitor();
    const approval = await readJson<{ device_code: string; user_code: string }>(
      await program.call('POST', '/accounts/approvals', { json: { client_name: 'carrel' } }),
    );
    const json = { user_code: approval.user_code, approved: true };
    expect((await visitor.call('PUT', '/accounts/approvals', { json })).status).toBe(204);
    await program.call('POST', '/accounts/approvals/token', {
      json: { device_code: approval.device_code },
    });
    expect(await call(program)).toBe(200);
  });

  test('leads to its provider by its id, and names no address there that is not its own', async () => {
    const { organizationId: organization_id, provider } = fixture;
    const begin = (address: string, id = organization_id) =>
      employee.call('POST', '/accounts/login/sso', {
        json: { email_address: address, organization_id: id },
      });
    const hintOf = async (address: string) => {
      const { redirect_url: url } = await readJson<{ redirect_url: string }>(await begin(address));
      return provider.read(url).parameters.get('login_hint');
    };
    expect(await hintOf(employee.address)).toBe(employee.address);
    expect(await hintOf(privateAddress)).toBeNull();
    const other = await fixture.server.organization(employee);
    expect((await begin(employee.address, other)).status).toBe(404);
  });

  test('does not take the provider of another organization for its own', async () => {
    await fixture.save({ enforced: true });
    const other = await fixture.server.organization(await fixture.server.person());
    await fixture.server.database.query(
      `INSERT INTO sso_sessions (session_id, organization_id, issuer, subject)
       SELECT id, $2, 'https://login.example.com', 'x' FROM sessions WHERE account_id = $1`,
      [employee.accountId, other],
    );
    expect(await call(employee)).toBe(403);
  });

  test('lets Owners in, until they are Owners no more', async () => {
    await join(employee, 'Owner');
    await fixture.save({ enforced: true });
    expect(await call(employee)).toBe(200);
    await join(employee, 'Admin');
    expect(await call(employee)).toBe(403);
  });

  test('lets guests in, who never had an address of its domains as members', async () => {
    const guest = await fixture.server.person();
    await join(guest, 'Editor');
    await fixture.save({ enforced: true });
    expect(await call(guest)).toBe(200);
  });

  test('lets its members leave', async () => {
    await fixture.save({ enforced: true });
    const left = await employee.call('POST', `/organizations/${fixture.organizationId}/leave`);
    expect(left.status).toBe(204);
  });
});

test('T22: what is written after single sign-on is required is by its sessions alone', async () => {
  for (let round = 0; round < hardCount(4, 200); round += 1) {
    await fixture.save();
    const writes = Array.from({ length: 4 }, (_, place) =>
      call(employee, 'POST', { name: `${round} ${place}` }),
    );
    expect((await fixture.save({ enforced: true })).status).toBe(200);
    expect(await call(employee, 'POST', { name: `late ${round}` })).toBe(403);
    for (const status of await Promise.all(writes)) expect([201, 403]).toContain(status);
  }
  const late = await fixture.server.database.query(
    `SELECT FROM datasets WHERE name LIKE 'late %' AND organization_id = $1`,
    [fixture.organizationId],
  );
  expect(late).toEqual([]);
});

/** Invites an address, and accepts the invitation with a new account. */
const invite = async (address: string, role: 'Admin' | 'Owner' = 'Admin') => {
  const role_id = await fixture.server.roleId(fixture.organizationId, role);
  await fixture.server.mails();
  await fixture.owner.call('POST', `/organizations/${fixture.organizationId}/members`, {
    json: { email_address: address, role_id },
  });
  const [mail] = await fixture.server.mails();
  return fixture.server.visitor().call('POST', '/accounts/accept-invitation', {
    json: {
      first_name: 'New',
      last_name: 'Person',
      password: NEW_PASSWORD,
      invitation_token: tokenOf(mail),
    },
  });
};

describe('an invitation to an address that needs single sign-on', () => {
  test.each(['Admin', 'Owner'] as const)(
    'as %s makes no account with a password, and is accepted by signing in at the provider',
    async (role) => {
      await fixture.save({ enforced: true });
      const address = `invited-${role.toLowerCase()}@${DOMAIN}`;
      const refused = await invite(address, role);
      expect(refused.status).toBe(403);
      expect(await refused.json()).toEqual({
        message:
          'Your organization signs in with single sign-on. Sign in that way: your invitation is accepted with it.',
      });
      const left = () =>
        fixture.server.database.query('SELECT FROM invitations WHERE address_key = $1', [address]);
      expect(await left()).toHaveLength(1);
      fixture.provider.claims = { sub: address, email: address };
      const { visitor } = await fixture.signIn(undefined, address);
      expect(await membership(visitor)).toMatchObject({ role_name: 'Admin', requirement: null });
      expect(await left()).toEqual([]);
    },
  );

  test('is accepted with a password where single sign-on is not required', async () => {
    expect((await invite(`invited-freely@${DOMAIN}`)).status).toBe(201);
  });
});
