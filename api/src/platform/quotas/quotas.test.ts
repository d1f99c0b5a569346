import type { ErrorBody, QuotaName, Usage } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { writeQuota } from './write-quota.ts';
import { issueLinkToken } from '../access/secrets/link-tokens.ts';

const ROUNDS = hardCount(10, 200);
const ZIP = Uint8Array.from(buildZip([{ name: 'a.txt', content: 'Text.' }]));

let server: ServerFixture;
let owner: Member;
let guests: Member[];
let organizationId: string;

beforeAll(async () => {
  const quotas = {
    documents: undefined,
    bytes: undefined,
    members: undefined,
    guests: undefined,
    datasets: 50,
  };
  server = await createServerFixture({ settings: { quotas } });
  owner = await server.person();
  guests = [await server.person(), await server.person(), await server.person()];
});
afterAll(() => server.close());
beforeEach(async () => {
  organizationId = await server.organization(owner);
});

/** Writes the organization's own limits, as an operator does. */
const limit = (limits: Partial<Record<QuotaName, number | null>>) => {
  const names = Object.keys(limits);
  const values = names.map((_, at) => `$${at + 2}`).join(', ');
  const changes = names.map((name) => `${name} = excluded.${name}`).join(', ');
  return server.database.query(
    `INSERT INTO organization_quotas (organization_id, ${names.join(', ')}) VALUES ($1, ${values})
     ON CONFLICT (organization_id) DO UPDATE SET ${changes}`,
    [organizationId, ...Object.values(limits)],
  );
};

const usage = async () =>
  readJson<Usage>(await owner.call('GET', `/organizations/${organizationId}/usage`));
const create = () => owner.call('POST', '/datasets', { organizationId, json: { name: 'Library' } });
const messageOf = async (response: Response) => (await readJson<ErrorBody>(response)).message;

async function datasetId(): Promise<string> {
  return (await readJson<{ id: string }>(await create())).id;
}

const upload = (dataset: string) =>
  owner.call('POST', `/datasets/${dataset}/archives?sync=false`, {
    organizationId,
    body: ZIP,
    headers: { 'Content-Type': 'application/zip' },
  });

const invite = async (email_address: string) =>
  owner.call('POST', `/organizations/${organizationId}/members`, {
    json: { email_address, role_id: await server.roleId(organizationId, 'Viewer') },
  });

/** Stores an invitation without a mail, and returns the token of its link. */
async function invitationOf(address: string): Promise<string> {
  const [invitation] = await server.database.query<{ id: string }>(
    `INSERT INTO invitations (organization_id, address, address_key, role_id, invited_by)
     VALUES ($1, $2, $2, $3, $4) RETURNING id`,
    [organizationId, address, await server.roleId(organizationId, 'Viewer'), owner.accountId],
  );
  return issueLinkToken(server.database, 'invitation', invitation?.id ?? '');
}

const join = (guest: Member, invitation_token: string) =>
  guest.call('POST', '/organizations/join', { json: { invitation_token } });

const countOf = (responses: Response[], status: number) =>
  responses.filter((response) => response.status === status).length;

describe('a quota', () => {
  test('is that of the settings, or of the row of the organization, where -1 is none', async () => {
    expect((await usage()).datasets).toEqual({ used: 0, limit: 50 });
    await limit({ datasets: null, bytes: 1000, members: 0 });
    expect(await usage()).toEqual({
      documents: { used: 0 },
      bytes: { used: 0, limit: 1000 },
      members: { used: 1, limit: 0 },
      guests: { used: 0 },
      datasets: { used: 0, limit: 50 },
    });
    await limit({ datasets: -1 });
    expect((await usage()).datasets).toEqual({ used: 0 });
  });

  test('is written by operators as numbers, none and default', async () => {
    const write = (...limits: string[]) => writeQuota(server.database, organizationId, limits);
    const share = async () => {
      const [row] = await server.database.query<{ share: number }>(
        'SELECT share FROM organization_quotas WHERE organization_id = $1',
        [organizationId],
      );
      return row?.share;
    };
    await write('documents=5', 'datasets=none');
    expect(await usage()).toMatchObject({
      documents: { used: 0, limit: 5 },
      datasets: { used: 0 },
    });
    await write('datasets=default');
    expect(await usage()).toMatchObject({ documents: { limit: 5 }, datasets: { limit: 50 } });
    for (const wrong of ['rooms=1', 'documents=-2', 'documents=1.5', 'documents']) {
      await expect(write(wrong)).rejects.toThrow('documents=20000');
    }
    await write('share=3');
    expect(await share()).toBe(3);
    await write('share=default');
    expect(await share()).toBe(1);
    for (const wrong of ['share=0', 'share=101', 'share=none']) {
      await expect(write(wrong)).rejects.toThrow('share=1 to 100');
    }
    const unknown = writeQuota(server.database, owner.accountId, ['documents=5']);
    await expect(unknown).rejects.toThrow('There is no organization');
  });

  test('of datasets refuses another one, until one is deleted', async () => {
    await limit({ datasets: 1 });
    const id = await datasetId();
    const refused = await create();
    expect(refused.status).toBe(409);
    expect(await messageOf(refused)).toBe(
      'This organization may have 1 dataset and has 1. Delete a dataset, or ask the operator of this server for more.',
    );
    await owner.call('DELETE', `/datasets/${id}`, { organizationId });
    expect((await create()).status).toBe(201);
  });

  test('of bytes refuses an archive before it is sent and when it is stored', async () => {
    const id = await datasetId();
    await limit({ bytes: ZIP.length });
    expect((await upload(id)).status).toBe(201);
    expect((await usage()).bytes).toEqual({ used: ZIP.length, limit: ZIP.length });
    const refused = await upload(id);
    expect(refused.status).toBe(409);
    expect(await messageOf(refused)).toMatch(
      /^This organization may store \d+ bytes and stores \d+ bytes; .+ Delete archives, or ask /,
    );
    const announced = await owner.call('POST', `/datasets/${id}/archives`, {
      organizationId,
      headers: { 'Content-Type': 'application/zip', 'Content-Length': '5000000' },
    });
    expect(await messageOf(announced)).toContain('the archive has 4.8 MB.');
    expect(
      await server.database.query('SELECT id FROM archives WHERE dataset_id = $1', [id]),
    ).toHaveLength(1);
  });

  test('of members counts open invitations of others, but not expired ones', async () => {
    await limit({ members: 2 });
    expect((await invite('one@example.com')).status).toBe(201);
    const refused = await invite('two@example.com');
    expect(refused.status).toBe(409);
    expect(await messageOf(refused)).toBe(
      'This organization may have 2 members and has 1 member and 1 open invitation. Remove a member, revoke an invitation, or ask the operator of this server for more.',
    );
    expect((await invite('one@example.com')).status).toBe(201);
    await server.database.query(
      `UPDATE invitations SET renewed_at = now() - interval '8 days' WHERE organization_id = $1`,
      [organizationId],
    );
    expect((await invite('two@example.com')).status).toBe(201);
  });

  test('of members is checked again when an invitation is accepted, which keeps it', async () => {
    const [guest] = guests;
    if (guest === undefined) throw new Error('There is no guest');
    const token = await invitationOf(guest.address);
    const newcomer = `${organizationId}@example.com`;
    const accept = {
      first_name: 'Grace',
      last_name: 'Hopper',
      password: 'correct horse battery',
      invitation_token: await invitationOf(newcomer),
    };
    await limit({ members: 1 });
    const refused = await join(guest, token);
    expect(refused.status).toBe(409);
    expect(await messageOf(refused)).toBe(
      'This organization may have 1 member and has 1. Ask an Owner or Admin of the organization to make room, then open the invitation again.',
    );
    const accepted = await guest.call('POST', '/accounts/accept-invitation', { json: accept });
    expect(accepted.status).toBe(409);
    expect((await usage()).members.used).toBe(1);
    await limit({ members: 3 });
    expect((await join(guest, token)).status).toBe(204);
    const later = await server
      .visitor()
      .call('POST', '/accounts/accept-invitation', { json: accept });
    expect(later.status).toBe(201);
    expect((await usage()).members.used).toBe(3);
  });
});

describe('S-quota: concurrent writes do not exceed the quota', () => {
  test('of datasets', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      organizationId = await server.organization(owner);
      await limit({ datasets: 2 });
      const responses = await Promise.all(Array.from({ length: 5 }, create));
      expect([countOf(responses, 201), countOf(responses, 409)]).toEqual([2, 3]);
      expect((await usage()).datasets.used).toBe(2);
    }
  }, 600_000);

  test('of bytes', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      organizationId = await server.organization(owner);
      await limit({ bytes: ZIP.length * 2.5 - (ZIP.length % 2) / 2 });
      const datasets = [await datasetId(), await datasetId()];
      const responses = await Promise.all([...datasets, ...datasets].map(upload));
      expect([countOf(responses, 201), countOf(responses, 409)]).toEqual([2, 2]);
      expect((await usage()).bytes.used).toBe(2 * ZIP.length);
    }
  }, 600_000);

  test('of members', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      organizationId = await server.organization(owner);
      await limit({ members: 2 });
      const tokens = await Promise.all(guests.map(({ address }) => invitationOf(address)));
      const responses = await Promise.all(guests.map((guest, at) => join(guest, tokens[at] ?? '')));
      expect([countOf(responses, 204), countOf(responses, 409)]).toEqual([1, 2]);
      expect((await usage()).members.used).toBe(2);
    }
  }, 600_000);
});
