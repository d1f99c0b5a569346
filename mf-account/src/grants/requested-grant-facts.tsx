import type { RequestedGrant } from '@carrel/shared/contract';
import { shownEmailOf, useCurrentUser } from '@carrel/shared/shell';
import { Grid, Stack, Text } from '@carrel/shared/ui';

import { Fact } from '../approvals/fact.tsx';

/** Which program asks, where its access goes, and what it may read. */
export function RequestedGrantFacts({ grant }: { grant: RequestedGrant }) {
  const user = useCurrentUser();
  const { client_name, redirect_host, is_local, organization, workspace } = grant;
  return (
    <Stack gap="5">
      <Grid as="dl" gap="4" templateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
        <Fact term="Program, by its own words">{client_name}</Fact>
        <Fact term="Access goes to">
          {is_local ? `${redirect_host}, this computer` : redirect_host}
        </Fact>
        <Fact term="Workspace">{workspace.name}</Fact>
        <Fact term="Organization">{organization.name}</Fact>
        <Fact term="It may">
          Search and read the documents of this workspace, and change nothing
        </Fact>
        <Fact term="On behalf of">
          {`${user.first_name} ${user.last_name} (${shownEmailOf(user)})`}
        </Fact>
      </Grid>
      <Text color="fg.muted">
        Nobody has checked the name: a program can call itself anything. Allow it only if you
        started this yourself, and{' '}
        {is_local ? 'in a program on this computer' : `${redirect_host} is where you started it`}.
        You can disconnect it in your account settings.
      </Text>
    </Stack>
  );
}
