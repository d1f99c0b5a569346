import {
  createdRecoveryCodesSchema,
  secondStepSchema,
  startedTotpSchema,
  totpCodeInputSchema,
} from '@carrel/shared/contract/sign-in';
import { Hono } from 'hono';

import { auditOf } from '../../../platform/access/audit.ts';
import { authenticate } from '../../../platform/access/authenticate.ts';
import { confirmFactor } from '../../../platform/access/sessions.ts';
import { requireReauthentication } from '../../../platform/access/reauthentication/require-reauthentication.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { describeRoute } from '../../../platform/http/describe-route.ts';
import { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import { conflict, notFound } from '../../../platform/http/problems.ts';
import { occasionOf } from '../../../platform/mail/describe-occasion.ts';
import { notifyOwner } from '../../notices/notify-owner.ts';
import { recoveryCodesOf } from '../../proofs/second-step/recovery-code-repository.ts';
import { newRecoveryCodes } from '../../proofs/second-step/recovery-codes.ts';
import { codeLimits, wrongCode } from '../../proofs/second-step/code-limits.ts';
import { totpDisabledMail, totpEnabledMail } from '../../proofs/second-step/second-step-mails.ts';
import { trustedBrowsersOf } from '../../proofs/second-step/trusted-browsers.ts';
import { authenticatorAppOf } from '../../proofs/second-step/app-repository.ts';
import { checkEnrolment, encryptSecret } from '../../proofs/second-step/check-code.ts';
import { readLabel, readSecondStep } from '../../proofs/second-step/read-second-step.ts';
import { removeSecondStep } from '../../proofs/recovery/remove-second-step.ts';
import { newTotp } from '../../proofs/second-step/totp.ts';

/** The authenticator app of an account. */
export function appRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const signedIn = authenticate(dependencies);
  const limits = new RateLimits(database);
  const routes = new Hono<ApiEnv>();

  routes.get(
    '/accounts/totp',
    signedIn,
    describeRoute('getSecondStep', 'Get the own second step', { returns: secondStepSchema }),
    async (c) => c.json(await readSecondStep(database, c.get('account').id)),
  );

  routes.post(
    '/accounts/totp',
    signedIn,
    describeRoute('enrolTotp', 'Start to enrol an authenticator app', {
      returns: startedTotpSchema,
      errors: [403, 409],
    }),
    async (c) => {
      const { id } = c.get('account');
      const started = newTotp(await readLabel(database, id));
      const secret = await encryptSecret(dependencies, id, started.secret);
      await c.var.transaction(async (tx, session) => {
        requireReauthentication(session, 'enrolTotp');
        if (!(await authenticatorAppOf(tx, id).enrol(secret))) {
          throw conflict(
            'Your account has an authenticator app. Remove it before you set up another.',
          );
        }
        await auditOf(c, tx, 'account.totp_enrolment_started', ['account', id]);
      });
      return c.json(started);
    },
  );

  routes.put(
    '/accounts/totp',
    signedIn,
    describeRoute('confirmTotp', 'Confirm an authenticator app by a code', {
      body: totpCodeInputSchema,
      returns: createdRecoveryCodesSchema,
    }),
    async (c) => {
      const { code } = await readBody(c, totpCodeInputSchema);
      const { id, sessionId } = c.get('account');
      return limits.attempt(codeLimits(c, 'enrolment', id), async () => {
        const proof = await checkEnrolment(dependencies, id, code);
        if (proof === undefined) throw wrongCode();
        const codes = await newRecoveryCodes(database, id);
        await c.var.transaction(async (tx) => {
          if (!(await authenticatorAppOf(tx, id).confirm(proof))) throw wrongCode();
          await recoveryCodesOf(tx, id).replace(codes.hashes);
          await trustedBrowsersOf(tx, id).forgetAll();
          await confirmFactor(tx, sessionId, 'totp');
          await auditOf(c, tx, 'account.totp_enabled', ['account', id]);
          await notifyOwner(tx, queue, totpEnabledMail, id, occasionOf(c));
        });
        return c.json({ recovery_codes: codes.shown });
      });
    },
  );

  routes.delete(
    '/accounts/totp',
    signedIn,
    describeRoute('removeTotp', 'Remove the authenticator app and its recovery codes', {
      errors: [403, 404],
    }),
    async (c) => {
      const { id } = c.get('account');
      await c.var.transaction(async (tx, session) => {
        requireReauthentication(session, 'removeTotp');
        if (!(await removeSecondStep(tx, id))) throw notFound('authenticator app');
        await auditOf(c, tx, 'account.totp_disabled', ['account', id]);
        await notifyOwner(tx, queue, totpDisabledMail, id, occasionOf(c));
      });
      return c.body(null, 204);
    },
  );

  return routes;
}
