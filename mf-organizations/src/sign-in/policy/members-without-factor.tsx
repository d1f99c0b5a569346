import { Text } from '@carrel/shared/ui';
import { useQuery } from '@tanstack/react-query';

import { membersQuery } from '../../members/members.queries.ts';

/** How many members would have to set up a second factor. */
export function MembersWithoutFactor({ organizationId }: { organizationId: string }) {
  const { data } = useQuery(membersQuery(organizationId));
  const members = data?.members.filter(({ factors }) => factors !== null && factors !== undefined);
  if (members === undefined || members.length === 0) return null;
  const without = members.filter(
    ({ factors }) => factors?.totp !== true && factors?.passkeys === 0,
  );
  return (
    <Text mt="2" fontSize="sm" color="fg.muted">
      {without.length === 0
        ? 'All members have a passkey or an authenticator app.'
        : `${without.length} of ${members.length} members ${without.length === 1 ? 'has' : 'have'} no passkey and no authenticator app yet.`}
    </Text>
  );
}
