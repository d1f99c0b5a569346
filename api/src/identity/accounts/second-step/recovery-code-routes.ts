import { createdRecoveryCodesSchema } from '@carrel/shared/contract/sign-in';
import { Hono } from 'hono';

import { auditOf } from '../../../platform/access/audit.ts';
import { authenticate } from '../../../platform/access/authenticate.ts';
import { requireReauthentication } from '../../../platform/access/reauthentication/require-reauthentication.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { describeRoute } from '../../../platform/http/describe-route.ts';
import { notFound } from '../../../platform/http/problems.ts';
import { occasionOf } from '../../../platform/mail/describe-occasion.ts';
import { authenticatorAppOf } from '../../proofs/second-step/app-repository.ts';
import { notifyOwner } from '../../notices/notify-owner.ts';
import { recoveryCodesCreatedMail } from '../../proofs/second-step/second-step-mails.ts';
import { recoveryCodesOf } from '../../proofs/second-step/recovery-code-repository.ts';
import { newRecoveryCodes } from '../../proofs/second-step/recovery-codes.ts';

/** New recovery codes. */
export function recoveryCodeRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const routes = new Hono<ApiEnv>();

  routes.post(
    '/accounts/recovery-codes',
    authenticate(dependencies),
    describeRoute('createRecoveryCodes', 'Make new recovery codes', {
      returns: createdRecoveryCodesSchema,
      errors: [403, 404],
    }),
    async (c) => {
      const { id } = c.get('account');
      const codes = await newRecoveryCodes(database, id);
      await c.var.transaction(async (tx, session) => {
        requireReauthentication(session, 'createRecoveryCodes');
        // Codes are made for an app that is there until they are stored.
        if (!(await authenticatorAppOf(tx, id).lockConfirmed())) {
          throw notFound('authenticator app');
        }
        await recoveryCodesOf(tx, id).replace(codes.hashes);
        await auditOf(c, tx, 'account.recovery_codes_created', ['account', id]);
        await notifyOwner(tx, queue, recoveryCodesCreatedMail, id, occasionOf(c));
      });
      return c.json({ recovery_codes: codes.shown });
    },
  );

  return routes;
}
