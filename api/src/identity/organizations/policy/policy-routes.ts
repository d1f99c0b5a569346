import { type SignInRequirement } from '@carrel/shared/contract';
import {
  GRACE_DAYS_MAX,
  signInPolicyInputSchema,
  signInPolicySchema,
} from '@carrel/shared/contract/sign-in';
import { Hono } from 'hono';

import { auditOf } from '../../../platform/access/audit.ts';
import { allow, inOrganizationOfPath } from '../../../platform/access/authenticate.ts';
import { requireReauthentication } from '../../../platform/access/reauthentication/require-reauthentication.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { describeRoute } from '../../../platform/http/describe-route.ts';
import { conflict, invalid } from '../../../platform/http/problems.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { occasionOf } from '../../../platform/mail/describe-occasion.ts';
import { notifyOwners } from '../mails/notify-owners.ts';
import { policyChangedMail } from '../mails/policy-changed-mail.ts';
import { policyOf, requirementOf } from './policy-repository.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** The caller who sets a policy must meet it. */
const LOCKS_OUT: Record<SignInRequirement, string> = {
  second_factor:
    'You would lock yourself out. Set up a second factor and sign in with it, then require it.',
  method:
    'You would lock yourself out. Sign in in one of the ways that you allow, then save this policy.',
  idle: 'You would lock yourself out. Please confirm that it is you, and try again.',
};

/** What an organization asks of the sessions of its members. */
export function policyRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const member = inOrganizationOfPath(dependencies);
  const routes = new Hono<ApiEnv>();

  routes.get(
    '/organizations/:id/sign-in-policy',
    member,
    allow('Admin', 'see the sign-in policy'),
    describeRoute('getSignInPolicy', 'Get the sign-in policy', { returns: signInPolicySchema }),
    async (c) => {
      const { id } = c.get('organization');
      return c.json(await database.read(id, (tx) => policyOf(tx, id).read()));
    },
  );

  routes.put(
    '/organizations/:id/sign-in-policy',
    member,
    allow('Owner', 'change the sign-in policy'),
    describeRoute('setSignInPolicy', 'Set the sign-in policy', {
      body: signInPolicyInputSchema,
      errors: [409],
    }),
    async (c) => {
      const { id } = c.get('organization');
      const { sessionId } = c.get('account');
      const input = await readBody(c, signInPolicyInputSchema);
      requireNear(input.second_factor_from);
      let missing: SignInRequirement | null = null;
      await c.var.tenant(
        async (tx, _role, session) => {
          requireReauthentication(session, 'setSignInPolicy');
          if (missing !== null) throw conflict(LOCKS_OUT[missing]);
          await policyOf(tx, id).replace(input);
          await auditOf(c, tx, 'organization.sign_in_policy_changed', ['organization', id], {
            secondFactorFrom: input.second_factor_from,
            allowedMethods: input.allowed_methods,
            idleMinutes: input.idle_minutes,
          });
        },
        async (tx) => {
          missing = await requirementOf(tx, sessionId, id, input);
          await notifyOwners(tx, queue, policyChangedMail, id, occasionOf(c));
        },
      );
      return c.body(null, 204);
    },
  );

  return routes;
}

/** @throws {Problem} 422 for a day that is too far away to mean anything. */
function requireNear(day: string | null): void {
  if (day === null) return;
  if (Date.parse(day) - Date.now() <= GRACE_DAYS_MAX * DAY_MILLISECONDS) return;
  const message = `Choose a day within ${GRACE_DAYS_MAX} days`;
  throw invalid([{ path: 'second_factor_from', message }]);
}
