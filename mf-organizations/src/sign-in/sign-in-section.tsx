import type { Organization } from '@carrel/shared/contract';
import { Stack } from '@carrel/shared/ui';

import { SignInPolicyPanel } from './policy/sign-in-policy-panel.tsx';

interface SignInSectionProps {
  organization: Organization;
  roleName: string;
}

/** How members sign in. */
export function SignInSection({ organization, roleName }: SignInSectionProps) {
  return (
    <Stack gap="10">
      <SignInPolicyPanel organization={organization} roleName={roleName} />
    </Stack>
  );
}
