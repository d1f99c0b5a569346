import { describeFailure } from '@carrel/shared/api';
import type { Member } from '@carrel/shared/contract';
import { useQuery } from '@tanstack/react-query';

import { groupQuery } from '../data/groups.queries.ts';
import { isGuest } from '../data/member-name.ts';
import { membersQuery } from '../data/members.queries.ts';

const withoutGuests = ({ members }: { members: readonly Member[] }) =>
  members.filter((member) => !isGuest(member));

/** The members of an organization, of whom guests are in no groups, and a group of it. There is no group yet while one is created. */
export function useGroupPeople(organizationId: string, groupId?: string) {
  const members = useQuery({ ...membersQuery(organizationId), select: withoutGuests });
  const group = useQuery({
    ...groupQuery(organizationId, groupId ?? ''),
    enabled: groupId !== undefined,
  });
  const failed = [members, group].filter(({ isError, data }) => isError && data === undefined);
  const [first] = failed;
  return {
    members: members.data,
    group: group.data,
    /** What an `ErrorState` shows where one of both could not be read. */
    failure: first && {
      ...describeFailure(first.error),
      retrying: failed.some(({ isFetching }) => isFetching),
      onRetry: () => void Promise.all(failed.map(({ refetch }) => refetch())),
    },
  };
}
