import { useEffect, useState } from 'react';

import { invitationFactsSchema } from '../contract/public.ts';
import type { InvitationFacts } from '../contract/public.ts';
import { guestApiPaths } from '../paths/public.ts';
import { isApiError } from './api-error.ts';
import { client } from './client/client.ts';

/** What is known of an invitation: nothing while it is read, or where it cannot be read. */
type Invitation = InvitationFacts | 'invalid' | undefined;

const REFUSED = 400;

const read = (token: string): Promise<Invitation> =>
  client
    .post(guestApiPaths.readInvitation(), {
      json: { invitation_token: token },
      skipRefresh: true,
    })
    .json(invitationFactsSchema)
    .catch((error: unknown) =>
      isApiError(error) && error.status === REFUSED ? 'invalid' : undefined,
    );

/** Reads to what an invitation invites. Guests have no cache of queries. */
export function useInvitation(token: string): Invitation {
  const [found, setFound] = useState<{ token: string; invitation: Invitation }>();
  useEffect(() => {
    if (token === '') return undefined;
    let mounted = true;
    void read(token).then((invitation) => {
      if (mounted) setFound({ token, invitation });
    });
    return () => {
      mounted = false;
    };
  }, [token]);
  if (token === '') return 'invalid';
  return found?.token === token ? found.invitation : undefined;
}
