import { usePage } from '@carrel/shared/shell';
import { Stack } from '@carrel/shared/ui';
import { PageHeader } from '@carrel/shared/ui/workbench';

import { EmailsPanel } from '../emails/emails-panel.tsx';
import { SessionsPanel } from '../sessions/sessions-panel.tsx';
import { DeleteAccountPanel } from './delete-account-panel.tsx';
import { PersonalInformationPanel } from './personal-information-panel.tsx';

export function AccountPage() {
  usePage({ title: 'Account' });

  return (
    <>
      <PageHeader title="Account" description="Your name, addresses and sessions" />
      <Stack gap="6">
        <PersonalInformationPanel />
        <EmailsPanel />
        <SessionsPanel />
        <DeleteAccountPanel />
      </Stack>
    </>
  );
}
