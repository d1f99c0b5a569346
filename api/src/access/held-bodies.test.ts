import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { CurrentUser, Session } from '@carrel/shared/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestPostgres, type TestPostgres } from '../../testing/database/test-postgres.ts';
import { hardCount } from '../../testing/hard-counts.ts';
import { PASSWORD, readJson } from '../../testing/server-fixture.ts';
import { holdRequest } from '../../testing/servers/held-request.ts';
import { createTestServer, type ServerProcess } from '../../testing/servers/server-process.ts';
import { buildZip } from '../../testing/zips/build-zip.ts';
import { openPostgres } from '../database/postgres/postgres-database.ts';
import type { Database } from '../database/database.ts';

const ROUNDS = hardCount(10, 200);
const LIBRARY = Uint8Array.from(buildZip([{ name: 'new.md', content: '# New' }]));
const MINUTES = 60_000;

interface Person {
  address: string;
  id: string;
  cookies: string;
}

interface Sent {
  json?: unknown;
  organizationId?: string;
}

let directory: string;
let postgres: TestPostgres;
let server: ServerProcess;
let database: Database;
let owner: Person;
/** Who loses a right, and whom they would make an Owner. */
let member: Person;
let friend: Person;
let organizationId: string;
const roles = new Map<string, string>();

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'carrel-held-'));
  postgres = startTestPostgres();
  const databaseUrl = postgres.urlOf('postgres');
  server = await createTestServer(directory, { DATABASE_URL: databaseUrl });
  await server.start();
  database = await openPostgres(databaseUrl);
  owner = await register('owner@example.com');
  member = await register('member@example.com');
  friend = await register('friend@example.com');
  const made = await call(owner, 'POST', '/organizations', { json: { name: 'Readers' } });
  organizationId = (await readJson<{ id: string }>(made)).id;
  const named = await database.query<{ id: string; name: string }>(
    'SELECT id, name FROM roles WHERE organization_id = $1',
    [organizationId],
  );
  for (const { id, name } of named) roles.set(name, id);
}, 2 * MINUTES);

afterAll(async () => {
  await server.kill();
  await database.close();
  postgres.close();
  rmSync(directory, { recursive: true, force: true });
});

async function register(address: string): Promise<Person> {
  await server.signIn(address);
  const person = await signIn(address);
  const current = await call(person, 'GET', '/accounts/current');
  return { ...person, id: (await readJson<CurrentUser>(current)).id };
}

async function signIn(address: string): Promise<{ address: string; cookies: string }> {
  const json = { email_address: address, password: PASSWORD };
  const response = await call({ cookies: '' }, 'POST', '/accounts/login', { json });
  const pairs = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return { address, cookies: pairs.join('; ') };
}

const headersOf = ({ cookies }: { cookies: string }, inOrganization?: string) => ({
  Cookie: cookies,
  ...(inOrganization === undefined ? {} : { 'X-Organization-Id': inOrganization }),
});

async function call(
  person: { cookies: string },
  method: string,
  path: string,
  sent: Sent = {},
): Promise<Response> {
  const response = await fetch(`${server.origin}/api/v1${path}`, {
    method,
    headers: {
      ...headersOf(person, sent.organizationId),
      ...(sent.json === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(sent.json === undefined ? {} : { body: JSON.stringify(sent.json) }),
  });
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  return response;
}

const setRole = (person: Person, role: string) =>
  database.query(
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
        ? await database.query(all)
        : await database.query(`${all} WHERE organization_id = $1`, [id]),
    );
  }
  return [found, archiveFiles().filter((file) => !file.startsWith('incoming/'))];
}

const archiveFiles = () =>
  readdirSync(join(directory, 'archives'), { recursive: true, encoding: 'utf8' });

async function newDataset(inOrganization: string): Promise<string> {
  const made = await call(owner, 'POST', '/datasets', {
    organizationId: inOrganization,
    json: { name: 'Library' },
  });
  const { id } = await readJson<{ id: string }>(made);
  await database.query(
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
          const other = await signIn(member.address);
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
      await database.query(
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
  // Some actions require a recent sign-in.
  owner = { ...owner, ...(await signIn(owner.address)) };
  member = { ...member, ...(await signIn(member.address)) };
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
      expect(archiveFiles().filter((file) => file.startsWith('incoming/'))).toEqual([]);
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
