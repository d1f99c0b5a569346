import { SSO_FAILURES } from '@carrel/shared/contract/sign-in';
import { consolePaths } from '@carrel/shared/paths/guest';
import { readNavigationState } from '@carrel/shared/shell';
import { AuthCard, FormMessage, Link, Stack } from '@carrel/shared/ui';
import { Link as RouterLink, useLocation, useSearchParams } from 'react-router-dom';

import { SingleSignOnForm } from './single-sign-on-form.tsx';
import { FAILURES } from '../data/sso-labels.ts';

/** Leads to the sign-in of an organization, and says why it failed. */
export function SingleSignOnPage() {
  const { state } = useLocation();
  const [parameters] = useSearchParams();
  const { from = consolePaths.dashboard() } = readNavigationState(state);
  const failure = SSO_FAILURES.find((code) => code === parameters.get('failed'));

  return (
    <AuthCard
      title="Single sign-on"
      description="Enter your work email to sign in with your organization"
      footer={
        <Link asChild>
          <RouterLink to={consolePaths.login()} state={state}>
            Back to sign in
          </RouterLink>
        </Link>
      }
    >
      <Stack gap="4">
        {failure !== undefined && <FormMessage>{FAILURES[failure]}</FormMessage>}
        <SingleSignOnForm destination={from} address={typedAddress(state)} />
      </Stack>
    </AuthCard>
  );
}

/** The address that was typed on the sign-in page. */
function typedAddress(state: unknown): string {
  const { email_address: address } = (state ?? {}) as { email_address?: unknown };
  return typeof address === 'string' ? address : '';
}
