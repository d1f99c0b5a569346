import { createdSchema } from '@carrel/shared/contract';
import {
  addPasskeyInputSchema,
  PASSKEYS_MAX,
  passkeyCreationOptionsSchema,
  passkeyListSchema,
  renamePasskeyInputSchema,
} from '@carrel/shared/contract/sign-in';
import { Hono } from 'hono';

import { auditOf } from '../../../platform/access/audit.ts';
import { authenticate } from '../../../platform/access/authenticate.ts';
import { requireReauthentication } from '../../../platform/access/reauthentication/require-reauthentication.ts';
import { confirmFactor } from '../../../platform/access/sessions.ts';
import { keepResponse } from '../../../platform/access/idempotency/repeatable.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { readId } from '../../../platform/http/bodies/validate.ts';
import { describeRoute } from '../../../platform/http/describe-route.ts';
import { conflict, notFound } from '../../../platform/http/problems.ts';
import { occasionOf } from '../../../platform/mail/describe-occasion.ts';
import { byNetwork, limit } from '../../../platform/http/limits/limit.ts';
import { notifyOwner } from '../../notices/notify-owner.ts';
import { passkeyAddedMail, passkeyRemovedMail } from '../../notices/passkey-notices.ts';
import { issueChallenge, redeemChallenge } from './challenges.ts';
import { creationOptions } from './passkey-options.ts';
import { passkeysOf } from './passkey-repository.ts';
import { relyingPartyOf } from './relying-party.ts';
import { verifyCreated } from './verify-passkey.ts';

const tooMany = () =>
  conflict(`An account has at most ${PASSKEYS_MAX} passkeys. Remove one that you do not use.`);

const taken = () => conflict('This passkey has been added already.');

/** The passkeys of an account: reading, adding in two calls, renaming, removing. */
export function passkeyRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue, settings } = dependencies;
  const party = relyingPartyOf(settings);
  const signedIn = authenticate(dependencies);
  const routes = new Hono<ApiEnv>();

  routes.get(
    '/accounts/passkeys',
    signedIn,
    describeRoute('listPasskeys', 'List the own passkeys', { returns: passkeyListSchema }),
    async (c) => c.json({ passkeys: await passkeysOf(database, c.get('account').id).list() }),
  );

  routes.post(
    '/accounts/passkeys/options',
    signedIn,
    limit(database, 'passkey-challenge', byNetwork),
    describeRoute('startPasskey', 'Get what a browser needs to create a passkey', {
      returns: passkeyCreationOptionsSchema,
      errors: [403, 409, 503],
    }),
    async (c) => {
      const { id: accountId, sessionId } = c.get('account');
      const options = await c.var.transaction(async (tx, session) => {
        requireReauthentication(session, 'startPasskey');
        const passkeys = passkeysOf(tx, accountId);
        const [user, existing] = [await passkeys.user(), await passkeys.descriptors()];
        if (user === undefined) throw notFound('account');
        if (existing.length >= PASSKEYS_MAX) throw tooMany();
        const challenge = await issueChallenge(tx, { purpose: 'registration', sessionId });
        return creationOptions(party, challenge, user, existing);
      });
      return c.json(options);
    },
  );

  routes.post(
    '/accounts/passkeys',
    signedIn,
    describeRoute('addPasskey', 'Add a passkey', {
      body: addPasskeyInputSchema,
      returns: createdSchema,
      status: 201,
      errors: [403, 409],
    }),
    async (c) => {
      const { name, passkey: created } = await readBody(c, addPasskeyInputSchema);
      const { id: accountId, sessionId } = c.get('account');
      const { challenge, passkey } = await verifyCreated(party, created);
      const id = await c.var.transaction(async (tx, session) => {
        requireReauthentication(session, 'addPasskey');
        await redeemChallenge(tx, challenge, { purpose: 'registration', sessionId });
        const added = await passkeysOf(tx, accountId).add({ ...passkey, name });
        if (added === 'too many') throw tooMany();
        if (added === 'taken') throw taken();
        // Making it proved it, as using it would.
        await confirmFactor(tx, sessionId, 'passkey');
        await notifyOwner(tx, queue, passkeyAddedMail, accountId, occasionOf(c));
        await auditOf(c, tx, 'passkey.added', ['passkey', added.id], { name });
        await keepResponse(c, tx, { id: added.id });
        return added.id;
      });
      return c.json({ id }, 201);
    },
  );

  routes.patch(
    '/accounts/passkeys/:id',
    signedIn,
    describeRoute('renamePasskey', 'Rename a passkey', { body: renamePasskeyInputSchema }),
    async (c) => {
      const id = readId(c, 'id', 'passkey');
      const { name } = await readBody(c, renamePasskeyInputSchema);
      await c.var.transaction(async (tx) => {
        const isRenamed = await passkeysOf(tx, c.get('account').id).rename(id, name);
        if (!isRenamed) throw notFound('passkey');
        await auditOf(c, tx, 'passkey.renamed', ['passkey', id], { name });
      });
      return c.body(null, 204);
    },
  );

  routes.delete(
    '/accounts/passkeys/:id',
    signedIn,
    describeRoute('removePasskey', 'Remove a passkey', { errors: [403] }),
    async (c) => {
      const id = readId(c, 'id', 'passkey');
      const { id: accountId } = c.get('account');
      await c.var.transaction(async (tx, session) => {
        requireReauthentication(session, 'removePasskey');
        const name = await passkeysOf(tx, accountId).delete(id);
        if (name === undefined) throw notFound('passkey');
        await notifyOwner(tx, queue, passkeyRemovedMail, accountId, occasionOf(c));
        await auditOf(c, tx, 'passkey.removed', ['passkey', id], { name });
      });
      return c.body(null, 204);
    },
  );

  return routes;
}
