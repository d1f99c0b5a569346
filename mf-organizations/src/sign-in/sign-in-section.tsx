import type { Organization } from '@carrel/shared/contract';
import { Stack } from '@carrel/shared/ui';
import type { ComponentType } from 'react';

import { DomainsPanel } from './domains/domains-panel.tsx';
import { SignInPolicyPanel } from './policy/sign-in-policy-panel.tsx';
import { SingleSignOnPanel } from './single-sign-on/single-sign-on-panel.tsx';

interface SignInPanelProps {
  organization: Organization;
  roleName: string;
}

/** How members sign in, a panel for each subject. A panel that is not for a role renders nothing. */
const PANELS: readonly { key: string; Panel: ComponentType<SignInPanelProps> }[] = [
  { key: 'policy', Panel: SignInPolicyPanel },
  { key: 'domains', Panel: DomainsPanel },
  { key: 'single-sign-on', Panel: SingleSignOnPanel },
];

export function SignInSection(props: SignInPanelProps) {
  return (
    <Stack gap="10">
      {PANELS.map(({ key, Panel }) => (
        <Panel key={key} {...props} />
      ))}
    </Stack>
  );
}
