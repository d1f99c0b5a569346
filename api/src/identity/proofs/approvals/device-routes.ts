import {
  APPROVAL_HEADER,
  APPROVAL_INTERVAL_SECONDS,
  APPROVAL_SECONDS,
  type ApprovalState,
  clientAgent,
  emptySchema,
  redeemApprovalInputSchema,
  requestApprovalInputSchema,
  requestedApprovalSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import { auditOf } from '../../../platform/access/audit.ts';
import { setSessionCookies } from '../../../platform/access/session-cookies.ts';
import { newSecret } from '../../../platform/access/session-tokens.ts';
import { openSession } from '../../../platform/access/sessions.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { clientAddress } from '../../../platform/http/origins/client-address.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { queueFull } from '../../../platform/http/problems.ts';
import { occasionOf } from '../../../platform/mail/describe-occasion.ts';
import { byNetwork, limit } from '../../../platform/http/limits/limit.ts';
import { notifyOwner } from '../../notices/notify-owner.ts';
import { programSignedInMail } from '../../notices/owner-notices.ts';
import { approvalsOf, type Redeemed } from './approval-repository.ts';
import { newUserCode } from './user-code.ts';

const SENTENCES: Record<ApprovalState, string> = {
  pending: 'The sign-in is not approved yet.',
  denied: 'The sign-in was denied.',
  expired: 'The code has expired or was used. Start the sign-in again.',
};

const notApproved = (state: ApprovalState) =>
  new Problem(400, SENTENCES[state], { headers: { [APPROVAL_HEADER]: state } });

const tooManyWait = () =>
  queueFull(
    'approvals',
    60,
    'Too many sign-ins wait for approval. Please try again in a few minutes.',
  );

/** What a program calls that a person signs in by approving it: the device grant of RFC 8628, for sessions. */
export function deviceRoutes({ database, queue, settings }: Dependencies): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>();

  routes.post(
    '/accounts/approvals',
    limit(database, 'approval-request', byNetwork),
    describeRoute('requestApproval', 'Start the sign-in of a program', {
      body: requestApprovalInputSchema,
      returns: requestedApprovalSchema,
      status: 201,
    }),
    async (c) => {
      const { client_name: clientName } = await readBody(c, requestApprovalInputSchema);
      const [deviceCode, userCode] = [newSecret(), newUserCode()];
      const request = { deviceCode, userCode, clientName, clientIp: clientAddress(c) };
      await database.transaction(async (tx) => {
        const id = await approvalsOf(tx).add(request);
        if (id === undefined) throw tooManyWait();
        await auditOf(c, tx, 'approval.requested', ['approval', id], { clientName });
      });
      return c.json(
        {
          device_code: deviceCode,
          user_code: userCode,
          verification_url: `${settings.publicUrl}/account/approve?code=${userCode}`,
          expires_in: APPROVAL_SECONDS,
          interval: APPROVAL_INTERVAL_SECONDS,
        },
        201,
      );
    },
  );

  routes.post(
    '/accounts/approvals/token',
    limit(database, 'approval-poll', byNetwork),
    describeRoute('redeemApproval', 'Sign a program in that was approved', {
      body: redeemApprovalInputSchema,
      returns: emptySchema,
    }),
    async (c) => {
      const { device_code: deviceCode } = await readBody(c, redeemApprovalInputSchema);
      const decision = await approvalsOf(database).decisionOn(deviceCode);
      if (decision !== 'approved') throw notApproved(decision ?? 'expired');
      let redeemed: Redeemed | undefined;
      const tokens = await openSession(
        database,
        async (tx) => {
          redeemed = await approvalsOf(tx).redeem(deviceCode);
          return (
            redeemed && {
              accountId: redeemed.accountId,
              userAgent: clientAgent(redeemed.clientName),
              address: clientAddress(c),
              // It was entered in the browser, for this approval and for nothing else.
              isReauthenticated: false,
              methods: redeemed.methods,
            }
          );
        },
        settings,
        async (tx, sessionId, accountId) => {
          await redeemed?.rememberProvider(tx, sessionId);
          await notifyOwner(tx, queue, programSignedInMail, accountId, occasionOf(c));
        },
      );
      if (tokens === undefined) throw notApproved('expired');
      setSessionCookies(c, settings, tokens);
      return c.json({});
    },
  );

  return routes;
}
