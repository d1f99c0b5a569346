import type { Carrel, Group, GroupDetail } from '@carrel/client';

import { listPeople, PERSON } from '../access/people.ts';
import { agree } from '../agree.ts';
import { usageFailure } from '../exit-codes.ts';
import { findByName } from '../find-by-name.ts';
import { counted, printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import type { CommandLine, CommandOptions } from '../usage/read-options.ts';
import { openOrganization } from './open-organization.ts';

const GROUP = { one: 'group', many: 'groups', hint: 'Run: carrel-cli groups' };

/** Lists the groups of an organization, or shows, creates, changes or deletes one. */
export async function groups(
  terminal: Terminal,
  { options, positionals }: CommandLine,
  signal: AbortSignal,
): Promise<undefined> {
  const [wanted, ...others] = positionals;
  requireUsable(options, wanted, others);
  const client = await openOrganization(terminal, options, signal, true);
  if (wanted === undefined) {
    list(terminal, await client.groups.list(), options);
    return;
  }
  if (options.create === true) {
    const accountIds = await changePeople(client, [], options);
    const { id } = await client.groups.create({ name: wanted, account_ids: accountIds });
    await show(terminal, client, await client.groups.get(id), options);
    return;
  }
  const { id, name } = findByName(await client.groups.list(), wanted, GROUP);
  if (options.delete === true) {
    const question = `Delete the group ${printable(name)}, and all access that it gives?`;
    await agree({ terminal, signal, isAgreed: options.yes === true }, question, 'Add --yes.');
    await client.groups.delete(id);
    if (options.json === true) terminal.result(JSON.stringify({ id, name, deleted: true }));
    else terminal.say(`Deleted the group ${printable(name)}.`);
    return;
  }
  let group = await client.groups.get(id);
  if (isChange(options)) {
    const { rename } = options;
    const isOfPeople = options.add !== undefined || options.remove !== undefined;
    await client.groups.update(id, {
      ...(rename === undefined ? {} : { name: rename }),
      ...(isOfPeople && { account_ids: await changePeople(client, group.account_ids, options) }),
    });
    group = await client.groups.get(id);
  }
  await show(terminal, client, group, options);
}

const isChange = ({ rename, add, remove }: CommandOptions) =>
  rename !== undefined || add !== undefined || remove !== undefined;

function requireUsable(
  options: CommandOptions,
  wanted: string | undefined,
  others: readonly string[],
): void {
  const { create, delete: isDeleting, rename, remove } = options;
  const isPicked = create === true || isDeleting === true || isChange(options);
  if (others.length > 0 || (wanted === undefined && isPicked)) {
    throw usageFailure('Name one group: carrel-cli groups <group>');
  }
  if (isDeleting === true && (create === true || isChange(options))) {
    throw usageFailure('--delete excludes other changes.');
  }
  if (create === true && (rename !== undefined || remove !== undefined)) {
    throw usageFailure('--create goes with --add only.');
  }
}

/** Returns the accounts of a group after `--add` and `--remove`. */
async function changePeople(
  client: Carrel,
  accountIds: readonly string[],
  { add = [], remove = [] }: CommandOptions,
): Promise<string[]> {
  const changed = new Set(accountIds);
  if (add.length + remove.length > 0) {
    const people = await listPeople(client);
    for (const who of remove) changed.delete(findByName(people, who, PERSON).id);
    for (const who of add) changed.add(findByName(people, who, PERSON).id);
  }
  return [...changed];
}

function list(terminal: Terminal, all: readonly Group[], { json }: CommandOptions): void {
  if (json === true) {
    terminal.result(JSON.stringify({ groups: all }));
    return;
  }
  if (all.length === 0) terminal.say('There are no groups in this organization.');
  for (const group of all) terminal.result(`${group.id}  ${describe(group)}`);
}

async function show(
  terminal: Terminal,
  client: Carrel,
  group: GroupDetail,
  { json }: CommandOptions,
): Promise<void> {
  if (json === true) {
    terminal.result(JSON.stringify(group));
    return;
  }
  const members = new Set(group.account_ids);
  const people = (await listPeople(client)).filter(({ id }) => members.has(id));
  terminal.result(
    [describe(group), ...people.map(({ id, name }) => `  ${id}  ${printable(name)}`)].join('\n'),
  );
}

const describe = ({ name, member_count: count, provisioned }: Group) =>
  `${printable(name)} (${counted(count, 'member')}${provisioned ? ', kept by a directory' : ''})`;
