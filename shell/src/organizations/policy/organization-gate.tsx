import { useShell } from '@carrel/shared/shell';
import { Box } from '@carrel/shared/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

import { isOpenToGuests } from '../../remotes/entries/open-to-guests.ts';
import { useIsGuest } from '../../remotes/entries/use-viewer.ts';
import { GuestStart } from './guest-start.tsx';
import { SecondFactorNotice } from './second-factor-notice.tsx';
import { UnmetRequirement } from './unmet-requirement.tsx';

interface OrganizationGateProps {
  /** Says from which day on a second factor is required. */
  announces?: boolean;
  children: ReactNode;
}

/**
 * Shows screens of the selected organization to sessions that meet its sign-in policy, and what to do to all others.
 * A screen that was open when the session became idle is kept, with what was typed. Guests are led to their workspace
 * where a screen is closed to them.
 */
export function OrganizationGate({ announces = false, children }: OrganizationGateProps) {
  const { user, organizationId } = useShell();
  const membership = organizationId === null ? undefined : user?.memberships[organizationId];
  const requirement = membership?.requirement ?? undefined;
  const [wasOpen, setWasOpen] = useState(requirement === undefined);
  if (requirement === undefined && !wasOpen) setWasOpen(true);

  const { pathname } = useLocation();
  const isClosed = useIsGuest() && !isOpenToGuests(pathname);

  if (membership === undefined || organizationId === null) return children;
  const from = membership.second_factor_from;
  return (
    <>
      {requirement !== undefined && (
        <UnmetRequirement key={organizationId} requirement={requirement} membership={membership} />
      )}
      {announces && typeof from === 'string' && (
        <SecondFactorNotice organizationName={membership.organization_name} from={from} />
      )}
      {requirement === undefined || (requirement === 'idle' && wasOpen) ? (
        <Box hidden={requirement !== undefined}>
          {isClosed ? <GuestStart organizationId={organizationId} /> : children}
        </Box>
      ) : null}
    </>
  );
}
