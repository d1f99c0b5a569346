import { hasSecondFactor } from '@carrel/shared/contract';
import { Text } from '@carrel/shared/ui';
import { useQuery } from '@tanstack/react-query';

import { membersQuery } from '../../data/members.queries.ts';

/** How many members would have to set up a second factor. */
export function MembersWithoutFactor({ organizationId }: { organizationId: string }) {
  const { data } = useQuery(membersQuery(organizationId));
  const known = data?.members.flatMap(({ factors }) => factors ?? []) ?? [];
  if (known.length === 0) return null;
  const without = known.filter((factors) => !hasSecondFactor(factors));
  return (
    <Text mt="2" fontSize="sm" color="fg.muted">
      {without.length === 0
        ? 'All members have a passkey or an authenticator app.'
        : `${without.length} of ${known.length} members ${without.length === 1 ? 'has' : 'have'} no passkey and no authenticator app yet.`}
    </Text>
  );
}
