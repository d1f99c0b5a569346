import { pendingLinkSchema, type MappedRole } from '@carrel/shared/contract/sign-in';
import { Hono } from 'hono';

import { recordAudit } from '../../platform/access/audit.ts';
import { authenticate } from '../../platform/access/authenticate.ts';
import { requireReauthentication } from '../../platform/access/reauthentication/require-reauthentication.ts';
import { requireProved } from '../accounts/emails/proved-addresses.ts';
import { notifyOwner } from '../notices/notify-owner.ts';
import { identityLinkedMail } from '../notices/owner-notices.ts';
import { ssoBrowser } from '../sessions/sso-browser.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../platform/http/api-context.ts';
import { describeRoute } from '../../platform/http/describe-route.ts';
import { clientAddress } from '../../platform/http/origins/client-address.ts';
import { Problem } from '../../platform/http/problem.ts';
import { conflict, forbidden } from '../../platform/http/problems.ts';
import { occasionOf } from '../../platform/mail/describe-occasion.ts';
import {
  findIdentity,
  isMember,
  lockProvider,
  requireVouched,
  storeIdentity,
} from './sign-in/claim-account.ts';
import { mapsRoles } from './sign-in/mapped-role.ts';
import { joinBySso } from './sign-in/members.ts';
import { confirmSession } from './sign-in/provider-sessions.ts';
import { findPendingLink, takePendingLink } from './sign-in/pending-links.ts';
import { SsoRefused } from './sign-in/sso-refused.ts';

const LINK = '/accounts/login/sso/link';

const noLink = () =>
  new Problem(404, 'There is nothing to link any more. Sign in with single sign-on again.');

/** Linking an account that exists to an identity, which its owner confirms after signing in. */
export function ssoLinkRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue, settings } = dependencies;
  const routes = new Hono<ApiEnv>();

  routes.get(
    LINK,
    describeRoute('getSsoLink', 'Get the account that this browser may link', {
      returns: pendingLinkSchema,
      errors: [404],
    }),
    async (c) => {
      const link = await findPendingLink(database, ssoBrowser(c) ?? '');
      if (link === undefined) throw noLink();
      return c.json({
        organization_name: link.organizationName,
        email_address: link.address,
        return_path: link.returnPath,
      });
    },
  );

  routes.post(
    LINK,
    authenticate(dependencies),
    describeRoute('linkSso', 'Link the own account to single sign-on', {
      errors: [403, 404, 409],
    }),
    async (c) => {
      await c.var.transaction(async (tx, session) => {
        requireReauthentication(session, 'linkSso');
        const { id: accountId } = c.get('account');
        const link = await takePendingLink(tx, ssoBrowser(c) ?? '');
        if (link === undefined) throw noLink();
        if (link.accountId !== accountId) {
          throw forbidden(
            `You are signed in with another account. Sign in as ${link.address} to link it.`,
          );
        }
        await requireProved(tx, accountId, link.address);
        const { organizationId, subject } = link;
        await asProblem(async () => {
          const provider = await lockProvider(tx, organizationId, link.revision);
          await confirmSession(tx, c.get('account').sessionId, provider, { subject });
          const linked = await findIdentity(tx, provider, subject);
          if (linked !== undefined && linked !== accountId) throw new SsoRefused('other_account');
          if (linked === undefined) await storeIdentity(tx, provider, subject, accountId);
          else await requireVouched(tx, organizationId, accountId);
          if (!(await isMember(tx, organizationId, accountId))) {
            const role = link.role as MappedRole;
            const joining = {
              organizationId,
              accountId,
              address: link.address,
              role,
              isMapped: mapsRoles(provider),
              ip: clientAddress(c),
            };
            await joinBySso(tx, joining, settings.quotas);
          }
        });
        await recordLink(c, tx, organizationId);
        await notifyOwner(tx, queue, identityLinkedMail, accountId, occasionOf(c));
      });
      return c.body(null, 204);
    },
  );

  return routes;
}

function recordLink(
  c: ApiContext,
  tx: Parameters<typeof recordAudit>[0],
  organizationId: string,
): Promise<void> {
  const { id: accountId } = c.get('account');
  return recordAudit(tx, {
    action: 'account.identity_linked',
    object: ['account', accountId],
    organizationId,
    accountId,
    ip: clientAddress(c),
  });
}

async function asProblem(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SsoRefused)) throw error;
    if (error.failure === 'full') {
      throw conflict('The organization has no room for another member. Ask an Owner or Admin.');
    }
    throw noLink();
  }
}
