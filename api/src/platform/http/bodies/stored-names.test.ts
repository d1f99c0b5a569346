import type { ErrorBody, Organization } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  createServerFixture,
  PASSWORD,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

const OVERRIDE = '\u202e';

let server: ServerFixture;
let owner: Member;
let organizationId: string;

beforeAll(async () => {
  server = await createServerFixture();
  owner = await server.person();
  organizationId = await server.organization(owner);
});

afterAll(async () => {
  await server.close();
});

const person = (first_name: string) => ({
  first_name,
  last_name: 'Byron',
  email_address: 'someone@example.com',
  password: PASSWORD,
});

const ROUTES: [path: string, label: string, body: (name: string) => object][] = [
  ['/organizations', 'Organization name', (name) => ({ name })],
  ['/workspaces', 'Workspace name', (name) => ({ name })],
  ['/datasets', 'Dataset name', (name) => ({ name })],
  ['/accounts/register', 'First name', person],
];

describe('S13: a name', () => {
  test.each(ROUTES)('that shows nothing is refused: %s', async (path, label, body) => {
    for (const name of ['\u200b', `${OVERRIDE} \u2060`, '\r\n', '\u3164']) {
      const response = await owner.call('POST', path, { organizationId, json: body(name) });
      expect(response.status).toBe(422);
      const { issues } = await readJson<ErrorBody>(response);
      expect(issues?.map(({ message }) => message)).toEqual([`${label} is required`]);
    }
  });

  test.each(['organizations', 'workspaces', 'datasets'])(
    'of %s is stored without line breaks and control characters',
    async (noun) => {
      const json = { name: 'Rea\r\nders\u0007\u2028' };
      const { id } = await readJson<{ id: string }>(
        await owner.call('POST', `/${noun}`, { organizationId, json }),
      );
      const listed = await owner.call('GET', `/${noun}`, { organizationId });
      const rows = (await readJson<Record<string, Organization[]>>(listed))[noun];
      expect(rows?.find((row) => row.id === id)?.name).toBe('Readers');
    },
  );

  test('of an account is stored without them, and greets in one line', async () => {
    await server
      .visitor()
      .call('POST', '/accounts/register', { json: person(`Ada\r\nBcc: x ${OVERRIDE}`) });
    const mail = (await server.mails()).find(({ to }) => to === 'someone@example.com');
    expect(mail?.text).toContain('Hello AdaBcc: x ,');
  });

  test('that changes direction does not in the subject of an invitation', async () => {
    const name = `Readers ${OVERRIDE}gro`;
    const id = await server.organization(owner, name);
    await owner.call('POST', `/organizations/${id}/members`, {
      json: { email_address: 'guest@example.com', role_id: await server.roleId(id, 'Viewer') },
    });
    const mail = (await server.mails()).find(({ to }) => to === 'guest@example.com');
    expect(mail?.subject).toBe('Invitation to join Readers gro');
    expect(mail?.text).toContain('the organization Readers gro on Carrel');
  });
});
