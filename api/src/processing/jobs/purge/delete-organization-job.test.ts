import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { deleteOrganizationRows } from './delete-dataset-rows.ts';
import { createLog } from '../../../platform/log.ts';
import {
  createServerFixture,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

let fixture: ServerFixture;
let owner: Member;
let id: string;
let log: string[];

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

beforeEach(async () => {
  owner = await fixture.person();
  id = await fixture.organization(owner);
  await owner.call('POST', '/datasets', { organizationId: id, json: { name: 'Library' } });
  log = [];
});

const runJob = (organizationId: string) =>
  deleteOrganizationRows(
    { ...fixture.dependencies, log: createLog((line) => log.push(line)) },
    organizationId,
  );

const rows = () =>
  fixture.database.query(
    `SELECT (SELECT count(*) FROM organizations) AS organizations, (SELECT count(*) FROM memberships) AS members,
       (SELECT count(*) FROM datasets WHERE removed_at IS NULL) AS datasets,
       (SELECT count(*) FROM jobs) AS jobs`,
  );

const markAsDeleted = () =>
  fixture.database.query('UPDATE organizations SET deleted_at = now() WHERE id = $1', [id]);

const removeMembers = () =>
  fixture.database.query('DELETE FROM memberships WHERE organization_id = $1', [id]);

describe('the job that deletes an organization', () => {
  test.each([
    ['has members and is not marked as deleted', async () => undefined],
    ['has no members and is not marked as deleted', removeMembers],
    ['is marked as deleted and has members', markAsDeleted],
  ])('S11: changes nothing of one that %s, and says so in the log', async (_, prepare) => {
    await prepare();
    const before = await rows();
    await runJob(id);
    expect(await rows()).toEqual(before);
    expect(log).toHaveLength(1);
    expect(JSON.parse(log[0] ?? '')).toMatchObject({
      level: 'warn',
      message: 'organization was not deleted',
      organization_id: id,
    });
  });

  test('S11: changes nothing for an id that does not exist, nor for what is no id', async () => {
    const before = await rows();
    await runJob(randomUUID());
    expect(await rows()).toEqual(before);
    await expect(runJob("' OR true --")).rejects.toThrow('uuid');
    expect(await rows()).toEqual(before);
  });

  test.each([
    ['that its Owner deleted', () => owner.call('DELETE', `/organizations/${id}`)],
    [
      'whose last member deleted the account',
      () => owner.call('DELETE', `/accounts/${owner.accountId}`),
    ],
  ])('S11: deletes one %s', async (_, remove) => {
    expect((await remove()).status).toBe(204);
    await runJob(id);
    const left = await fixture.database.query('SELECT id FROM organizations WHERE id = $1', [id]);
    expect(left).toEqual([]);
    expect(log).toEqual([]);
  });
});
