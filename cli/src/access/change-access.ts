import type { AccessSettings, SetAccessInput } from '@carrel/client';
import { ACCESS_ROLES } from '@carrel/shared/contract';
import type { AccessRole } from '@carrel/shared/contract';

import { usageFailure } from '../exit-codes.ts';
import { findByName } from '../find-by-name.ts';
import type { CommandOptions } from '../usage/read-options.ts';

type Entry = NonNullable<SetAccessInput['entries']>[number];

/** A person or a group that can be named. */
export interface Nameable {
  id: string;
  name: string;
  kind: 'person' | 'group';
}

const NAMEABLE = { one: 'person or group', many: 'people or groups' };

/**
 * Returns who may see a dataset or workspace after the changes of `--grant`, `--revoke`, `--named` and `--everybody`.
 * @throws {Failure} for someone or a role that there is not.
 */
export function changeAccess(
  { access, known, fence, entries }: AccessSettings,
  { grant = [], revoke = [], named, everybody }: CommandOptions,
  nameable: readonly Nameable[],
): SetAccessInput {
  const changed = new Map<string, Entry>();
  for (const { account_id: account, group_id: group, role } of entries) {
    const id = account ?? group;
    if (id !== null) changed.set(id, entryOf(account === null ? 'group' : 'person', id, role));
  }
  for (const who of revoke) changed.delete(findByName(nameable, who, NAMEABLE).id);
  for (const { who, role } of grant.map(readGrant)) {
    const { kind, id } = findByName(nameable, who, NAMEABLE);
    changed.set(id, entryOf(kind, id, role));
  }
  const kept = access as SetAccessInput['access'];
  const kind = everybody === true ? 'organization' : named === true ? 'named' : kept;
  return { access: kind, known, fence, entries: [...changed.values()] };
}

/** A role that this version does not know goes back to the server as it came. */
const entryOf = (kind: Nameable['kind'], id: string, role: string): Entry => ({
  ...(kind === 'group' ? { group_id: id } : { account_id: id }),
  role: role as AccessRole,
});

/** Reads `NAME=ROLE`. A name may have the sign as well. */
function readGrant(text: string): { who: string; role: AccessRole } {
  const at = text.lastIndexOf('=');
  const role = ACCESS_ROLES.find((each) => each === text.slice(at + 1));
  if (at > 0 && role !== undefined) return { who: text.slice(0, at), role };
  throw usageFailure(`--grant takes NAME=ROLE. The roles are ${ACCESS_ROLES.join(', ')}.`);
}
