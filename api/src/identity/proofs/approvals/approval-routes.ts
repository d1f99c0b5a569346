import {
  approvalSchema,
  decideApprovalInputSchema,
  findApprovalQuerySchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import { auditOf } from '../../../platform/access/audit.ts';
import { authenticate } from '../../../platform/access/authenticate.ts';
import { requireReauthentication } from '../../../platform/access/reauthentication/require-reauthentication.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { readQuery } from '../../../platform/http/bodies/validate.ts';
import { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { byAccount, byNetwork } from '../../../platform/http/limits/limit.ts';
import { limitOf } from '../../../platform/http/limits/limits-table.ts';
import { approvalsOf } from './approval-repository.ts';

const codeNotFound = () =>
  new Problem(
    404,
    'No program waits with this code. It may have expired: start the sign-in again.',
  );

/** Wrong user codes. */
const guessLimits = (c: ApiContext) => [
  limitOf('approval-code', byAccount(c)),
  limitOf('approval-code-network', byNetwork(c)),
];

/** What the person does who signs a program in. */
export function approvalRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const signedIn = authenticate(dependencies);
  const limits = new RateLimits(database);
  const routes = new Hono<ApiEnv>();

  /** A code that is not there counts as a guess. */
  const findWaiting = (c: ApiContext, userCode: string) =>
    limits.attempt(guessLimits(c), async () => {
      const approval = await approvalsOf(database).findWaiting(userCode);
      if (approval === undefined) throw codeNotFound();
      return approval;
    });

  // The code is in the query, which the log leaves out.
  routes.get(
    '/accounts/approvals',
    signedIn,
    describeRoute('getApproval', 'Get the program that waits with a code', {
      query: findApprovalQuerySchema,
      returns: approvalSchema,
      errors: [404],
    }),
    async (c) => {
      const { code } = readQuery(c, findApprovalQuerySchema);
      return c.json(await findWaiting(c, code));
    },
  );

  routes.put(
    '/accounts/approvals',
    signedIn,
    describeRoute('decideApproval', 'Approve or deny the sign-in of a program', {
      body: decideApprovalInputSchema,
      errors: [403, 404],
    }),
    async (c) => {
      const { user_code: userCode, approved } = await readBody(c, decideApprovalInputSchema);
      const { sessionId } = c.get('account');
      const { client_name: clientName } = await findWaiting(c, userCode);
      await c.var.transaction(async (tx, session) => {
        if (approved) requireReauthentication(session, 'decideApproval');
        const id = await approvalsOf(tx).decide(userCode, approved, sessionId);
        if (id === undefined) throw codeNotFound();
        const action = approved ? 'approval.granted' : 'approval.denied';
        await auditOf(c, tx, action, ['approval', id], { clientName });
      });
      return c.body(null, 204);
    },
  );

  return routes;
}
