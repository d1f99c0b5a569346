import { usePage } from '@carrel/shared/shell';
import { Stack } from '@carrel/shared/ui';
import { PageHeader } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';

import { emailsQuery } from '../data/emails.queries.ts';
import { EmailsSection } from '../emails/emails-section.tsx';
import { factorsQuery } from '../data/factors.queries.ts';
import { grantsQuery } from '../data/grants.queries.ts';
import { GrantsSection } from '../grants/grants-section.tsx';
import { PasswordSection } from '../password/password-section.tsx';
import { passkeysQuery } from '../data/passkeys.queries.ts';
import { PasskeysSection } from '../passkeys/passkeys-section.tsx';
import { sessionsQuery } from '../data/sessions.queries.ts';
import { SessionsSection } from '../sessions/sessions-section.tsx';
import { secondStepQuery } from '../data/two-step.queries.ts';
import { TwoStepSection } from '../two-step/two-step-section.tsx';
import { DeleteAccountPanel } from './delete-account-panel.tsx';
import { PersonalInformationSection } from './personal-information-section.tsx';

export function AccountPage() {
  usePage({ title: 'Account' });
  const emails = useQuery(emailsQuery);
  const passkeys = useQuery(passkeysQuery);
  const sessions = useQuery(sessionsQuery);
  const secondStep = useQuery(secondStepQuery);
  const grants = useQuery(grantsQuery);
  const factors = useQuery(factorsQuery);
  // The lists are shown at once: one that is shown first would move everything below it.
  const waiting = [emails, factors, passkeys, secondStep, sessions, grants].some(
    ({ isPending }) => isPending,
  );

  return (
    <Stack gap="10" maxWidth="52rem">
      <Stack gap="0">
        <PageHeader title="Account" description="Your name, addresses and sessions" />
        <PersonalInformationSection />
      </Stack>
      <EmailsSection waiting={waiting} />
      {waiting || factors.data === null ? null : (
        // Where it could not be read, the account most likely has one.
        <PasswordSection hasPassword={factors.data?.password ?? true} />
      )}
      <PasskeysSection waiting={waiting} />
      <TwoStepSection waiting={waiting} />
      <SessionsSection waiting={waiting} />
      <GrantsSection waiting={waiting} />
      {waiting ? null : <DeleteAccountPanel />}
    </Stack>
  );
}
