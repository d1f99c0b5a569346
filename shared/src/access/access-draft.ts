import { metadataKeyFault } from '@carrel/shared/contract';
import type { Access, AccessRole, SetAccessInput } from '@carrel/shared/contract';

import type { AccessObject } from './access-object.ts';

/** A person or a group. */
export interface PersonOrGroup {
  kind: 'person' | 'group';
  id: string;
  name: string;
}

/** One that is named for a dataset or workspace. */
export interface Named extends PersonOrGroup {
  /** One of `ACCESS_ROLES`, or a role that this client does not know. */
  role: string;
}

/** Who may see a dataset or workspace, as it is chosen. Those who are named are kept while everybody may. */
export interface AccessDraft {
  access: SetAccessInput['access'];
  /** Whether members who are not named may ask for access by its link. */
  known: boolean;
  entries: readonly Named[];
  /** The field of metadata by which documents of a dataset name the groups that see them; empty for none. */
  fence: string;
}

/** Returns what was saved. An access that this client does not know is not taken for everybody's. */
export function draftOf({ access, known, entries, fence }: Access): AccessDraft {
  return {
    access: access === 'organization' ? 'organization' : 'named',
    known,
    fence: fence ?? '',
    entries: entries.map(({ account_id: accountId, group_id: groupId, name, role }) => {
      const id = groupId ?? accountId ?? '';
      return {
        kind: groupId === null ? 'person' : 'group',
        id,
        // A person may have no name yet.
        name: name.trim() === '' ? id : name,
        role,
      };
    }),
  };
}

/** Returns what the server has after this was saved, until it is read again. */
export function savedAccess(draft: AccessDraft, before: Access): Access {
  return {
    ...before,
    access: draft.access,
    known: draft.known,
    fence: fenceOf(draft),
    entries: draft.entries.map(({ kind, id, name, role }) => ({
      account_id: kind === 'person' ? id : null,
      group_id: kind === 'group' ? id : null,
      name,
      role,
    })),
  };
}

/** Returns what is sent. A role that this client does not know is sent back as it came. */
export function inputOf(draft: AccessDraft): SetAccessInput {
  const fence = fenceOf(draft);
  return {
    access: draft.access,
    known: draft.known,
    fence,
    entries: draft.entries.map(({ kind, id, role }) =>
      kind === 'group'
        ? { group_id: id, role: role as AccessRole }
        : { account_id: id, role: role as AccessRole },
    ),
  };
}

const fenceOf = ({ fence }: AccessDraft): string | null => fence.trim() || null;

/** Why the field of metadata cannot be saved, in a sentence; undefined where it can. */
export function fenceFault(draft: AccessDraft): string | undefined {
  const fence = fenceOf(draft);
  return fence === null ? undefined : metadataKeyFault(fence);
}

/** Whether two say the same, in whatever order. */
export function isSameAccess(one: AccessDraft, other: AccessDraft): boolean {
  if (fenceOf(one) !== fenceOf(other) || one.known !== other.known) return false;
  if (one.access !== other.access || one.entries.length !== other.entries.length) return false;
  const roles = new Map(one.entries.map(({ id, role }) => [id, role]));
  return other.entries.every(({ id, role }) => roles.get(id) === role);
}

/** Returns a choice that names a person too, as is saved once a request is granted. */
export const withPerson = (draft: AccessDraft, person: Named): AccessDraft => ({
  ...draft,
  entries: [...draft.entries.filter(({ id }) => id !== person.id), person],
});

/** Returns who sees a dataset or workspace from which everybody else is excluded, in a sentence. */
export function whoIsLeft(kind: AccessObject['kind'], entries: readonly Named[]): string {
  const [first] = entries;
  if (first === undefined) return `Only Owners and Admins will see this ${kind}.`;
  const named = entries.length === 1 ? first.kind : `${entries.length} people and groups`;
  return `Only the ${named} named here, and Owners and Admins, will see this ${kind}.`;
}
