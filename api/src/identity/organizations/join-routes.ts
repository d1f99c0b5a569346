import {
  acceptInvitationInputSchema,
  emptySchema,
  GUEST,
  invitationFactsSchema,
  joinOrganizationInputSchema,
  readInvitationInputSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { auditOf, recordAudit } from '../../platform/access/audit.ts';
import { authenticate } from '../../platform/access/authenticate.ts';
import { findLinkSubject } from '../../platform/access/secrets/link-tokens.ts';
import { checkPassword } from '../proofs/passwords/check-password.ts';
import { hashPassword } from '../proofs/passwords/passwords.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { clientAddress } from '../../platform/http/origins/client-address.ts';
import { conflict, forbidden, malformed } from '../../platform/http/problems.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { byNetwork, limit } from '../../platform/http/limits/limit.ts';
import {
  acceptInvitation,
  invitedAddress,
  joinOrganization,
  readInvitation,
} from './invitations.ts';

const INVALID_INVITATION = 'Invalid invitation token';

/** Reading an invitation by its link, and accepting it: with a new account, or as the account that is signed in. */
export function joinRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, settings } = dependencies;
  const signedIn = authenticate(dependencies);
  const routes = new Hono<ApiEnv>();

  // A token in a path would stand in logs.
  routes.post(
    '/accounts/invitation',
    limit(database, 'invitation-read', byNetwork),
    describeRoute('readInvitation', 'Read to what an invitation invites', {
      body: readInvitationInputSchema,
      returns: invitationFactsSchema,
      errors: [429],
    }),
    async (c) => {
      const { invitation_token: token } = await readBody(c, readInvitationInputSchema);
      const facts = await readInvitation(database, token);
      if (facts === undefined) throw malformed(INVALID_INVITATION);
      return c.json(facts);
    },
  );

  routes.post(
    '/accounts/accept-invitation',
    describeRoute('acceptInvitation', 'Accept an invitation with a new account', {
      body: acceptInvitationInputSchema,
      returns: emptySchema,
      status: 201,
      errors: [403, 409],
    }),
    async (c) => {
      const input = await readBody(c, acceptInvitationInputSchema);
      const invitation = await findLinkSubject(database, 'invitation', input.invitation_token);
      if (invitation === undefined) throw malformed(INVALID_INVITATION);
      await checkPassword('password', input.password, {
        names: [input.first_name, input.last_name],
        addresses: await invitedAddress(database, invitation),
      });
      const passwordHash = await hashPassword(input.password);
      await database.transaction(async (tx) => {
        const account = {
          firstName: input.first_name,
          lastName: input.last_name,
          passwordHash,
        };
        const token = input.invitation_token;
        const accepted = await acceptInvitation(tx, token, account, settings.quotas);
        if (accepted === undefined) throw malformed(INVALID_INVITATION);
        if (accepted === 'has-account') {
          throw conflict('You already have an account. Please sign in to join the organization.');
        }
        const { accountId, organizationId, role, isGuest } = accepted;
        await recordAudit(tx, {
          action: 'invitation.accepted',
          object: ['account', accountId],
          organizationId,
          accountId,
          ip: clientAddress(c),
          details: { role: isGuest ? GUEST : role },
        });
      });
      return c.json({}, 201);
    },
  );

  routes.post(
    '/organizations/join',
    signedIn,
    describeRoute('joinOrganization', 'Accept an invitation', {
      body: joinOrganizationInputSchema,
      errors: [403, 409],
    }),
    async (c) => {
      const { invitation_token: token } = await readBody(c, joinOrganizationInputSchema);
      await c.var.transaction(async (tx) => {
        const accountId = c.get('account').id;
        const joined = await joinOrganization(tx, token, accountId, settings.quotas);
        if (joined === undefined) throw malformed(INVALID_INVITATION);
        if ('address' in joined) {
          const { organization, address } = joined;
          throw forbidden(
            `This invitation to “${organization}” was sent to ${address}, which is not an address of your account.`,
          );
        }
        c.set('organization', { id: joined.organizationId, role: joined.role });
        await auditOf(c, tx, 'invitation.accepted', ['account', accountId], {
          role: joined.isGuest ? GUEST : joined.role,
        });
      });
      return c.body(null, 204);
    },
  );

  return routes;
}
