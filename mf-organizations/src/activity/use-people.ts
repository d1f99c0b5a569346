import type { AuditRecord } from '@carrel/shared/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { memberName } from '../data/member-name.ts';
import { membersQuery } from '../data/members.queries.ts';
import { actorOf } from '../data/activity/activity-labels.ts';

interface Person {
  value: string;
  label: string;
}

/** Returns the options of the person filter: the members, other people in the activity, and the chosen person. */
export function usePeople(
  organizationId: string,
  records: readonly AuditRecord[],
  chosen: string,
): readonly Person[] {
  const { data } = useQuery(membersQuery(organizationId));
  return useMemo(() => {
    const names = new Map(data?.members.map((member) => [member.account.id, memberName(member)]));
    for (const record of records) {
      if (record.actor !== null && !names.has(record.actor.id)) {
        names.set(record.actor.id, actorOf(record));
      }
    }
    if (chosen !== '' && !names.has(chosen)) names.set(chosen, 'A former member');
    return [...names]
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => a.label.localeCompare(b.label));
  }, [data, records, chosen]);
}
