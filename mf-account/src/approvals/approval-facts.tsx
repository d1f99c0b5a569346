import type { Approval } from '@carrel/shared/contract';
import { shownEmailOf, useCurrentUser } from '@carrel/shared/shell';
import { Grid, Stack, Text } from '@carrel/shared/ui';
import { RelativeTime } from '@carrel/shared/ui/signed-in';

import { Fact } from './fact.tsx';

/** Who asks to be signed in, and what that means. */
export function ApprovalFacts({ approval }: { approval: Approval }) {
  const user = useCurrentUser();
  return (
    <Stack gap="5">
      <Text fontFamily="mono" fontSize="2xl" letterSpacing="0.08em">
        {approval.user_code}
      </Text>
      <Grid as="dl" gap="4" templateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
        <Fact term="Program">{approval.client_name}</Fact>
        <Fact term="IP address">{approval.client_ip}</Fact>
        <Fact term="Asked">
          <RelativeTime value={approval.created_at} />
        </Fact>
        <Fact term="Signs in as">
          {`${user.first_name} ${user.last_name} (${shownEmailOf(user)})`}
        </Fact>
      </Grid>
      <Text color="fg.muted">
        The program can do everything that you can do, until you revoke its session in your account
        settings. Approve only if you started this sign-in yourself. Nobody else needs your
        approval, whatever they say.
      </Text>
    </Stack>
  );
}
