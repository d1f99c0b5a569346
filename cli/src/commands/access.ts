import type { AccessSettings, Carrel, SetAccessInput } from '@carrel/client';

import { changeAccess } from '../access/change-access.ts';
import type { Nameable } from '../access/change-access.ts';
import { listPeople } from '../access/people.ts';
import { usageFailure } from '../exit-codes.ts';
import { findByName } from '../find-by-name.ts';
import { printable } from '../printable.ts';
import { findDataset } from '../sync/remote-dataset.ts';
import type { Terminal } from '../terminal.ts';
import type { CommandLine, CommandOptions } from '../usage/read-options.ts';
import { openOrganization } from './open-organization.ts';

const WORKSPACE = { one: 'workspace', many: 'workspaces' };

/** Shows who may see a dataset or workspace, after changing it where that was asked for. */
export async function access(
  terminal: Terminal,
  { options, positionals }: CommandLine,
  signal: AbortSignal,
): Promise<undefined> {
  const [wanted, ...others] = positionals;
  if (wanted === undefined || others.length > 0) {
    throw usageFailure('Name a dataset: carrel-cli access <dataset>');
  }
  if (options.named === true && options.everybody === true) {
    throw usageFailure('--named and --everybody exclude each other.');
  }
  const client = await openOrganization(terminal, options, signal, true);
  const { id, name, get, set } = await findObject(client, wanted, options);
  if (isChange(options)) {
    await set(changeAccess(await get(), options, await listNameable(client)));
  }
  const settings = await get();
  if (options.json === true) terminal.result(JSON.stringify({ id, name, ...settings }));
  else terminal.result(`${printable(name)}: ${describe(settings)}`);
}

const isChange = ({ grant, revoke, named, everybody }: CommandOptions) =>
  grant !== undefined || revoke !== undefined || named === true || everybody === true;

async function findObject(client: Carrel, wanted: string, { workspace }: CommandOptions) {
  if (workspace === true) {
    const { id, name } = findByName(await client.workspaces.list(), wanted, WORKSPACE);
    return {
      id,
      name,
      get: () => client.access.workspace(id),
      set: (input: SetAccessInput) => client.access.setWorkspace(id, input),
    };
  }
  const { id, name } = await findDataset(client, wanted);
  return {
    id,
    name,
    get: () => client.access.dataset(id),
    set: (input: SetAccessInput) => client.access.setDataset(id, input),
  };
}

async function listNameable(client: Carrel): Promise<Nameable[]> {
  const [people, groups] = await Promise.all([listPeople(client), client.groups.list()]);
  return [
    ...people.map(({ id, name }) => ({ id, name, kind: 'person' as const })),
    ...groups.map(({ id, name }) => ({ id, name, kind: 'group' as const })),
  ];
}

function describe(settings: AccessSettings): string {
  const { fence } = settings;
  const fenced =
    fence === null ? '' : `\n  Documents name the groups that see them under ${printable(fence)}.`;
  return `${describeNamed(settings)}${fenced}`;
}

function describeNamed({ access: kind, entries }: AccessSettings): string {
  const lines = entries.map(
    ({ group_id: group, name, role }) =>
      `\n  ${printable(role.padEnd(8))}  ${group === null ? 'person' : 'group '}  ${printable(name)}`,
  );
  if (kind === 'organization') {
    const unused = lines.length === 0 ? '' : '. Without effect until --named:';
    return `everybody in the organization${unused}${lines.join('')}`;
  }
  return `${lines.length === 0 ? 'Owners and Admins only' : 'named people and groups'}${lines.join('')}`;
}
