import { describeFailure } from '@carrel/shared/api';
import { useQuery } from '@tanstack/react-query';

import { groupQuery } from '../data/groups.queries.ts';
import { membersQuery } from '../data/members.queries.ts';

/** The members of an organization and a group of it. There is no group yet while one is created. */
export function useGroupPeople(organizationId: string, groupId?: string) {
  const members = useQuery(membersQuery(organizationId));
  const group = useQuery({
    ...groupQuery(organizationId, groupId ?? ''),
    enabled: groupId !== undefined,
  });
  const failed = [members, group].filter(({ isError, data }) => isError && data === undefined);
  const [first] = failed;
  return {
    members: members.data?.members,
    group: group.data,
    /** What an `ErrorState` shows where one of both could not be read. */
    failure: first && {
      ...describeFailure(first.error),
      retrying: failed.some(({ isFetching }) => isFetching),
      onRetry: () => void Promise.all(failed.map(({ refetch }) => refetch())),
    },
  };
}
