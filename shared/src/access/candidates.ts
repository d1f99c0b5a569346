import type { Group, Member } from '@carrel/shared/contract';

import type { PersonOrGroup } from './access-draft.ts';

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

const inOrder = (some: PersonOrGroup[]) => some.toSorted((a, b) => byName.compare(a.name, b.name));

/** Returns who can be named for a dataset or workspace, groups first, each in the order of their names. */
export function candidatesOf(
  groups: readonly Group[],
  members: readonly Member[],
): readonly PersonOrGroup[] {
  return [
    ...inOrder(groups.map(({ id, name }) => ({ kind: 'group', id, name }))),
    ...inOrder(
      members.map(({ account: { id, first_name: first, last_name: last } }) => {
        const name = `${first} ${last}`.trim();
        return { kind: 'person', id, name: name === '' ? id : name };
      }),
    ),
  ];
}
