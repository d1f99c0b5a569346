import type { Session } from '@carrel/shared/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { hardCount } from '../hard-counts.ts';
import { readJson } from '../server-fixture.ts';
import { holdRequest } from '../servers/held-request.ts';
import {
  headersOf,
  startServerWithPeople,
  type Person,
  type ServerWithPeople,
} from '../servers/server-with-people.ts';
import { buildZip } from '../zips/build-zip.ts';

const ROUNDS = hardCount(10, 200);
const LIBRARY = Uint8Array.from(buildZip([{ name: 'new.md', content: '# New' }]));
const MINUTES = 60_000;

let server: ServerWithPeople;
let owner: Person;
/** Who loses a right, and whom they would make an Owner. */
let member: Person;
let friend: Person;
let organizationId: string;
const roles = new Map<string, string>();

beforeAll(async () => {
  server = await startServerWithPeople();
  owner = await server.register('owner@example.com');
  member = await server.register('member@example.com');
  friend = await server.register('friend@example.com');
  const made = await call(owner, 'POST', '/organizations', { json: { name: 'Readers' } });
  organizationId = (await readJson<{ id: string }>(made)).id;
  const named = await server.database.query<{ id: string; name: string }>(
    'SELECT id, name FROM roles WHERE organization_id = $1',
    [organizationId],
  );
  for (const { id, name } of named) roles.set(name, id);
}, 2 * MINUTES);

afterAll(async () => {
  await server.close();
});

const call: ServerWithPeople['call'] = (...request) => server.call(...request);

const setRole = (person: Person, role: string) =>
  server.database.query(
    `INSERT INTO memberships (organization_id, account_id, role_id) VALUES ($1, $2, $3)
     ON CONFLICT (organization_id, account_id) DO UPDATE SET role_id = excluded.role_id`,
    [organizationId, person.id, roles.get(role)],
  );

const removeMember = () =>
  call(owner, 'DELETE', `/organizations/${organizationId}/members/${member.id}`);

/** The rows of some tables that belong to an organization, all organizations, and the files of stored archives. */
async function contents(tables: readonly string[], id: string): Promise<unknown> {
  const found: unknown[] = [];
  for (const table of tables) {
    const all = `SELECT count(*), md5(string_agg(t::text, '' ORDER BY t::text)) FROM ${table} t`;
    found.push(
      table === 'organizations'
        ? await server.database.query(all)
        : await server.database.query(`${all} WHERE organization_id = $1`, [id]),
    );
  }
  return [found, server.archiveFiles().filter((file) => !file.startsWith('incoming/'))];
}

async function newDataset(inOrganization: string): Promise<string> {
  const made = await call(owner, 'POST', '/datasets', {
    organizationId: inOrganization,
    json: { name: 'Library' },
  });
  const { id } = await readJson<{ id: string }>(made);
  await server.database.query(
    `INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size, status)
     VALUES ($1, $2, 'kept.md', '', 'kept.md', 'kept.md', 1, 'embedded')`,
    [inOrganization, id],
  );
  return id;
}

const upload = (datasetId: string) => ({
  method: 'POST',
  path: `/datasets/${datasetId}/archives?delete_orphans=true`,
  body: LIBRARY,
});

const tables = ['memberships', 'invitations', 'datasets', 'archives', 'documents', 'audit_records'];

/** A request that is held, and how its sender loses the right to it meanwhile. */
interface Race {
  method: string;
  path: string;
  json?: unknown;
  body?: Uint8Array;
  organizationId?: string;
  /** The tables that are compared; by default all. */
  tables?: readonly string[];
  lose: () => Promise<unknown>;
}

const RACES: [what: string, role: string, status: number, start: () => Promise<Race>][] = [
  [
    'a removed Owner makes nobody an Owner',
    'Owner',
    404,
    async () => {
      await setRole(friend, 'Viewer');
      return {
        method: 'PATCH',
        path: `/organizations/${organizationId}/members/${friend.id}`,
        json: { role_id: roles.get('Owner') },
        lose: removeMember,
      };
    },
  ],
  [
    'a removed Admin does not invite themselves again',
    'Admin',
    404,
    () =>
      Promise.resolve({
        method: 'POST',
        path: `/organizations/${organizationId}/members`,
        json: { email_address: member.address, role_id: roles.get('Admin') },
        lose: removeMember,
      }),
  ],
  [
    'a revoked session creates no organization',
    'Viewer',
    401,
    () =>
      Promise.resolve({
        method: 'POST',
        path: '/organizations',
        json: { name: 'Mine' },
        tables: ['organizations'],
        lose: async () => {
          const other = await server.signIn(member.address);
          const listed = await call(other, 'GET', '/accounts/sessions');
          const { sessions } = await readJson<{ sessions: Session[] }>(listed);
          for (const { id, active } of sessions) {
            if (!active) await call(other, 'DELETE', `/accounts/sessions/${id}`);
          }
        },
      }),
  ],
  [
    'a demoted Editor creates no dataset',
    'Editor',
    403,
    () =>
      Promise.resolve({
        method: 'POST',
        path: '/datasets',
        json: { name: 'Late' },
        organizationId,
        lose: () =>
          call(owner, 'PATCH', `/organizations/${organizationId}/members/${member.id}`, {
            json: { role_id: roles.get('Viewer') },
          }),
      }),
  ],
  [
    'the upload of a removed Editor deletes no documents',
    'Editor',
    404,
    async () => ({
      ...upload(await newDataset(organizationId)),
      organizationId,
      lose: removeMember,
    }),
  ],
  [
    'an upload into a deleted organization is refused',
    'Viewer',
    404,
    async () => {
      const made = await call(owner, 'POST', '/organizations', { json: { name: 'Brief' } });
      const { id } = await readJson<{ id: string }>(made);
      const dataset = await newDataset(id);
      await server.database.query(
        `INSERT INTO memberships (organization_id, account_id, role_id)
         SELECT $1, $2, id FROM roles WHERE organization_id = $1 AND name = 'Editor'`,
        [id, member.id],
      );
      return {
        ...upload(dataset),
        organizationId: id,
        // Its other rows are deleted by a job in the meantime.
        tables: ['archives'],
        lose: () => call(owner, 'DELETE', `/organizations/${id}`),
      };
    },
  ],
];

async function hold(role: string, start: () => Promise<Race>) {
  // An address is sent few invitations a day.
  await server.database.query('DELETE FROM rate_limits');
  // Some actions require a recent sign-in.
  owner = { ...owner, ...(await server.signIn(owner.address)) };
  member = { ...member, ...(await server.signIn(member.address)) };
  await setRole(member, role);
  const race = await start();
  const body = race.body ?? new TextEncoder().encode(JSON.stringify(race.json));
  const held = await holdRequest(server.origin, {
    method: race.method,
    path: race.path,
    headers: {
      ...headersOf(member, race.organizationId),
      'Content-Type': race.body === undefined ? 'application/json' : 'application/zip',
    },
    body,
  });
  // The response to a later request: the server has read the headers of the held one.
  await call(owner, 'GET', '/accounts/current');
  return { race, held };
}

test.each(RACES)(
  'S2: %s',
  { timeout: hardCount(2, 60) * MINUTES },
  async (_, role, status, start) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { race, held } = await hold(role, start);
      await race.lose();
      const id = race.organizationId ?? organizationId;
      const before = await contents(race.tables ?? tables, id);
      expect(await held.finish()).toBe(status);
      expect(await contents(race.tables ?? tables, id)).toEqual(before);
      expect(server.archiveFiles().filter((file) => file.startsWith('incoming/'))).toEqual([]);
    }
  },
);

test.each(RACES.filter(([what]) => !what.includes('themselves')))(
  'S2: without a lost right, the same request succeeds: %s',
  async (_, role, _status, start) => {
    const { held } = await hold(role, start);
    expect([201, 204]).toContain(await held.finish());
  },
);
