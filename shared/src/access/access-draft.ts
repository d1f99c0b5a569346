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
}

/** Returns what was saved. An access that this client does not know is not taken for everybody's. */
export function draftOf({ access, known, entries }: Access): AccessDraft {
  return {
    access: access === 'organization' ? 'organization' : 'named',
    known,
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
    entries: draft.entries.map(({ kind, id, name, role }) => ({
      account_id: kind === 'person' ? id : null,
      group_id: kind === 'group' ? id : null,
      name,
      role,
    })),
  };
}

/** Returns what is sent. A role that this client does not know is sent back as it came. */
export function inputOf({ access, known, entries }: AccessDraft): SetAccessInput {
  return {
    access,
    known,
    entries: entries.map(({ kind, id, role }) =>
      kind === 'group'
        ? { group_id: id, role: role as AccessRole }
        : { account_id: id, role: role as AccessRole },
    ),
  };
}

/** Whether two say the same, in whatever order. */
export function isSameAccess(one: AccessDraft, other: AccessDraft): boolean {
  if (one.access !== other.access || one.known !== other.known) return false;
  if (one.entries.length !== other.entries.length) return false;
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
