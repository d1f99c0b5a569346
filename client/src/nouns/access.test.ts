import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { serveLibrary } from '@carrel/testing/servers/served-library.ts';
import type { ServedLibrary } from '@carrel/testing/servers/served-library.ts';
import { Carrel } from '../carrel.ts';
import { isHttpError } from '../errors/guards.ts';

const NONE = '00000000-0000-4000-8000-000000000000';

let library: ServedLibrary;
let person: Carrel;
let accountId: string;

beforeAll(async () => {
  library = await serveLibrary();
  const withCookies: typeof fetch = (input, init) =>
    fetch(input, { ...init, headers: { ...(init?.headers as object), Cookie: library.cookie } });
  person = new Carrel({
    url: library.url,
    organizationId: library.organizationId,
    fetch: withCookies,
  });
  const [member] = await person.members.list();
  accountId = member?.account.id ?? '';
});
afterAll(() => library.close());
beforeEach(async () => {
  for (const { id } of await person.groups.list()) await person.groups.delete(id);
});

test('a person creates, changes and deletes groups', async () => {
  const { id } = await person.groups.create({ name: 'Lawyers', account_ids: [accountId] });
  expect(await person.groups.list()).toEqual([
    { id, name: 'Lawyers', member_count: 1, provisioned: false },
  ]);
  await person.groups.update(id, { name: 'Legal' });
  expect(await person.groups.get(id)).toMatchObject({ name: 'Legal', account_ids: [accountId] });
  await person.groups.update(id, { account_ids: [] });
  expect(await person.groups.get(id)).toMatchObject({ name: 'Legal', account_ids: [] });
  await expect(person.groups.create({ name: 'legal' })).rejects.toMatchObject({ status: 422 });
  await person.groups.delete(id);
  await expect(person.groups.get(id)).rejects.toMatchObject({ status: 404 });
});

test.each(['dataset', 'workspace'] as const)('a person sets who may see a %s', async (kind) => {
  const { access, groups } = person;
  const [get, set] =
    kind === 'dataset'
      ? [access.dataset.bind(access), access.setDataset.bind(access)]
      : [access.workspace.bind(access), access.setWorkspace.bind(access)];
  const id = await library.create(`/${kind}s`, { name: `Contracts of a ${kind}` });
  expect(await get(id)).toMatchObject({ access: 'organization', entries: [], may_change: true });
  const group = await groups.create({ name: 'Lawyers' });
  await set(id, {
    access: 'named',
    entries: [
      { group_id: group.id, role: 'Reader' },
      { account_id: accountId, role: 'Manager' },
    ],
  });
  expect(await get(id)).toMatchObject({
    access: 'named',
    entries: [
      { account_id: null, group_id: group.id, name: 'Lawyers', role: 'Reader' },
      { account_id: accountId, group_id: null, name: 'Ada Byron', role: 'Manager' },
    ],
    may_change: true,
  });
  await expect(
    set(id, { access: 'named', entries: [{ account_id: NONE, role: 'Reader' }] }),
  ).rejects.toMatchObject({ status: 422 });
  await expect(get(NONE)).rejects.toMatchObject({ status: 404 });
});

test('a key of every scope reads and sets none of it', async () => {
  const key = new Carrel({
    url: library.url,
    apiKey: await library.createKey(),
    organizationId: library.organizationId,
  });
  const id = await library.create('/datasets', { name: 'Laws' });
  const calls = [
    () => key.members.list(),
    () => key.groups.list(),
    () => key.groups.get(NONE),
    () => key.groups.create({ name: 'Lawyers' }),
    () => key.groups.update(NONE, { name: 'Legal' }),
    () => key.groups.delete(NONE),
    () => key.access.dataset(id),
    () => key.access.workspace(NONE),
    () => key.access.setDataset(id, { access: 'named' }),
    () => key.access.setWorkspace(NONE, { access: 'named' }),
  ];
  for (const call of calls) {
    await expect(call().catch((error: unknown) => isHttpError(error, 403))).resolves.toBe(true);
  }
  expect(await person.access.dataset(id)).toMatchObject({ access: 'organization' });
});

test('members and groups need an organization', async () => {
  const nowhere = new Carrel({ url: library.url });
  await expect(nowhere.groups.list()).rejects.toThrow(TypeError);
  await expect(nowhere.members.list()).rejects.toThrow(
    'This call needs the organizationId of the client.',
  );
});
