import { confirmPassword, queryKeys } from '@carrel/shared/api';
import { hasSecondFactor } from '@carrel/shared/contract';
import type { Membership, SignInRequirement } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { usePage, useShell } from '@carrel/shared/shell';
import { Button, Flex } from '@carrel/shared/ui';
import { EmptyState, PageHeader } from '@carrel/shared/ui/signed-in';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, LockKeyhole } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { readFactors } from '../../session/password/read-factors.ts';
import { logFailure } from '../../base/log-failure.ts';
import { SignInByProviderButton } from './sign-in-by-provider-button.tsx';

interface UnmetRequirementProps {
  requirement: SignInRequirement;
  membership: Membership;
}

/** Says what the session lacks for the organization's sign-in policy, with the act that helps. */
export function UnmetRequirement({ requirement, membership }: UnmetRequirementProps) {
  const { reloadUser } = useShell();
  // That of the first render: the user that it loads brings a new one.
  const [reload] = useState(() => reloadUser);
  usePage({ title: TITLES[requirement] });
  // The user may come back from where the requirement was met.
  useEffect(() => {
    reload().catch((error: unknown) => logFailure('The user could not be loaded', error));
  }, [reload]);

  return (
    <>
      <PageHeader title={TITLES[requirement]} />
      <WhatToDo requirement={requirement} membership={membership} />
    </>
  );
}

function WhatToDo({ requirement, membership }: UnmetRequirementProps) {
  const { organization_name: name } = membership;
  if (requirement === 'idle') {
    return (
      <EmptyState
        icon={<LockKeyhole />}
        title={`You have not used ${name} for a while`}
        description="Confirm that it is you to go on. What you had open is kept."
        action={<ConfirmButton label="Confirm" by="sso" />}
      />
    );
  }
  if (requirement === 'method') {
    const methods = membership.allowed_methods ?? [];
    // Where a code by mail is accepted, so is whatever else proves the account in this session.
    if (methods.includes('mail')) {
      return (
        <EmptyState
          icon={<KeyRound />}
          title={`${name} does not accept the way you signed in`}
          description="You signed in with another organization. Confirm that it is you, or sign out and sign in another way."
          action={
            <Flex gap="3" wrap="wrap" justify="center">
              <ConfirmButton label="Confirm that it is you" />
              <SignOutButton variant="secondary" />
            </Flex>
          }
        />
      );
    }
    const isByProviderOnly = methods.every((method) => method === 'sso') && methods.length > 0;
    return (
      <EmptyState
        icon={<KeyRound />}
        title={`${name} does not accept the way you signed in`}
        description={
          isByProviderOnly
            ? `It accepts single sign-on only. Sign in there with your address at ${name}; you come back to this screen.`
            : `It accepts ${describeMethods(methods)}. Sign out, and sign in that way.`
        }
        action={
          <Flex gap="3" wrap="wrap" justify="center">
            {methods.includes('sso') && <SignInByProviderButton organizationName={name} />}
            <SignOutButton variant={methods.includes('sso') ? 'secondary' : 'primary'} />
          </Flex>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<KeyRound />}
      title={`${name} requires a second factor`}
      description="Add a passkey or an authenticator app in your account. Until then nothing of this organization is shown to you."
      action={<SecondFactorActions />}
    />
  );
}

const METHODS: Readonly<Record<string, string>> = {
  password: 'a password',
  passkey: 'a passkey',
  sso: 'single sign-on',
  mail: 'a code by mail',
};

/** Returns the ways to sign in as a list: "a passkey or single sign-on". */
function describeMethods(methods: readonly string[]): string {
  const labels = methods.map((method) => METHODS[method] ?? method);
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(labels);
}

const TITLES: Record<SignInRequirement, string> = {
  idle: 'Confirm that it is you',
  method: 'Sign in another way',
  second_factor: 'Second factor required',
};

function SecondFactorActions() {
  const factors = useQuery({
    queryKey: queryKeys.factors(),
    queryFn: readFactors,
  });
  const has = factors.data !== undefined && hasSecondFactor(factors.data);
  return (
    <Flex gap="3" wrap="wrap" justify="center">
      {has && <ConfirmButton label="Use your second factor" />}
      <Button asChild variant={has ? 'secondary' : 'primary'}>
        <RouterLink to={consolePaths.account()}>Open account settings</RouterLink>
      </Button>
    </Flex>
  );
}

/** Authenticates again, which may be what is missing, and loads the screens again. */
function ConfirmButton({ label, by }: { label: string; by?: 'sso' }) {
  const { reloadUser } = useShell();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      if (!(await confirmPassword(by))) return;
      await reloadUser();
      await queryClient.invalidateQueries();
    } catch (error) {
      logFailure('The user could not be loaded', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="primary" loading={busy} loadingText={label} onClick={() => void confirm()}>
      {label}
    </Button>
  );
}

function SignOutButton({ variant = 'primary' }: { variant?: 'primary' | 'secondary' }) {
  const { signOut } = useShell();
  return (
    <Button variant={variant} onClick={() => void signOut()}>
      Sign out
    </Button>
  );
}
