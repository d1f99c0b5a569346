import { SCIM_GROUP_MEMBERS_MAX } from '@carrel/shared/contract/sign-in';

import { isUuid } from '../../../platform/http/bodies/validate.ts';
import type { Filter } from '../read-path.ts';
import {
  attributesOf,
  isObject,
  listOf,
  textOf,
  type Attributes,
} from '../messages/read-attributes.ts';
import { invalidPath, invalidValue, readOnly } from '../scim-problem.ts';
import type { PatchOperation } from '../messages/read-patch.ts';

/** What a request does to the members of a group: all are replaced, then some are added and some removed. */
export interface MembersChange {
  replaces: boolean;
  added: ReadonlySet<string>;
  removed: ReadonlySet<string>;
}

/** What a request changes of a group; undefined for what stays. */
export interface GroupChange {
  displayName?: string;
  externalId?: string | null;
  members?: MembersChange;
}

const READ_ONLY = new Set(['id', 'meta', 'schemas']);

/** Returns the change that makes a group what a body says. Members that the body does not name stay. */
export function readGroup(attributes: Attributes): GroupChange & { displayName: string } {
  const members = attributes.get('members');
  return {
    displayName: nameOf(attributes.get('displayname')),
    externalId: textOf('externalId', attributes.get('externalid')),
    ...(members === undefined || members === null
      ? {}
      : { members: { replaces: true, added: idsOf(members), removed: new Set() } }),
  };
}

/** Returns the change that operations are together. */
export function patchGroup(operations: readonly PatchOperation[]): GroupChange {
  const change: GroupChange = {};
  const members = new MembersBuilder();
  for (const { op, path, value, isPathless } of operations) {
    const { attribute, within, sub } = path;
    if (READ_ONLY.has(attribute)) {
      if (!isPathless) throw readOnly(attribute);
    } else if (attribute === 'displayname') {
      change.displayName = nameOf(op === 'remove' ? null : listOf(value)[0]);
    } else if (attribute === 'externalid') {
      change.externalId = op === 'remove' ? null : textOf('externalId', listOf(value)[0]);
    } else if (attribute === 'members') {
      if (sub !== undefined) throw invalidPath('Members can be added and removed only.');
      if (within !== undefined) {
        if (op !== 'remove') throw readOnly('members.value');
        members.remove(idsIn(within));
      } else if (op === 'add') members.add(idsOf(value));
      else if (op === 'replace') members.replace(idsOf(value));
      else if (listOf(value).length > 0) members.remove(idsOf(value));
      else members.replace(new Set());
    }
  }
  const total = members.change();
  return total === undefined ? change : { ...change, members: total };
}

/** Adds up operations on members, so that each member is written once. */
class MembersBuilder {
  #replaces = false;
  #isChanged = false;
  readonly #added = new Set<string>();
  readonly #removed = new Set<string>();

  add(ids: Iterable<string>): void {
    this.#isChanged = true;
    for (const id of ids) {
      this.#added.add(id);
      this.#removed.delete(id);
    }
  }

  remove(ids: Iterable<string>): void {
    this.#isChanged = true;
    for (const id of ids) {
      this.#removed.add(id);
      this.#added.delete(id);
    }
  }

  replace(ids: Iterable<string>): void {
    this.#replaces = true;
    this.#added.clear();
    this.#removed.clear();
    this.add(ids);
  }

  change(): MembersChange | undefined {
    if (!this.#isChanged) return undefined;
    if (this.#added.size > SCIM_GROUP_MEMBERS_MAX) throw tooManyMembers();
    return { replaces: this.#replaces, added: this.#added, removed: this.#removed };
  }
}

export const tooManyMembers = () =>
  invalidValue(
    `A group has at most ${SCIM_GROUP_MEMBERS_MAX.toLocaleString('en')} members. Leave larger ones to the default role.`,
  );

function nameOf(value: unknown): string {
  const name = textOf('displayName', value);
  if (name === null) throw invalidValue('displayName is required.');
  return name;
}

function idsOf(value: unknown): Set<string> {
  const ids = listOf(value).map((each) =>
    idOf(isObject(each) ? attributesOf(each).get('value') : each),
  );
  return new Set(ids);
}

/** `members[value eq "..." or value eq "..."]` */
function idsIn(filter: Filter): string[] {
  if (filter.kind === 'or') return filter.parts.flatMap(idsIn);
  const isValue = filter.kind === 'eq' && filter.path.attribute === 'value';
  if (!isValue) throw invalidPath('Members are found by their value only.');
  return [idOf(filter.value)];
}

function idOf(value: unknown): string {
  if (typeof value !== 'string' || !isUuid(value)) throw unknownMember();
  return value.toLowerCase();
}

/** The same for a user of another organization, for one that does not exist, and for a group. */
export const unknownMember = () => invalidValue('A member is no user of this organization.');
