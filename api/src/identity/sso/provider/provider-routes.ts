import {
  organizationProviderSchema,
  saveIdentityProviderInputSchema,
  testedProviderSchema,
  testIdentityProviderInputSchema,
} from '@carrel/shared/contract/sign-in';
import { Hono } from 'hono';

import { auditOf } from '../../../platform/access/audit.ts';
import { allow, inOrganizationOfPath } from '../../../platform/access/authenticate.ts';
import { requireReauthentication } from '../../../platform/access/reauthentication/require-reauthentication.ts';
import { encryptionOf } from '../../../platform/access/secrets/encryption.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../../platform/http/api-context.ts';
import { describeRoute } from '../../../platform/http/describe-route.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { conflict, invalid, notFound } from '../../../platform/http/problems.ts';
import { occasionOf } from '../../../platform/mail/describe-occasion.ts';
import { byOrganization, limit } from '../../../platform/http/limits/limit.ts';
import { requireSecure } from '../oidc/issuer.ts';
import { secretContext, type OidcClient } from '../oidc/oidc-client.ts';
import { logoutUri, redirectUri } from '../sso-uris.ts';
import { notifyOwners } from '../../organizations/mails/notify-owners.ts';
import { providerChangedMail } from './provider-mails.ts';
import {
  deleteProvider,
  findProvider,
  findProviderToChange,
  hasIndependentOwner,
  saveProvider,
  shownProvider,
  type ProviderRow,
} from '../provider-repository.ts';
import { OutgoingError } from '../../../platform/outgoing/outgoing-error.ts';
import type { Problem } from '../../../platform/http/problem.ts';
import { OtherIssuer } from '../oidc/provider-metadata.ts';

const ONE = '/organizations/:id/identity-provider';

/** The provider of the organization in the path, for its Owners. */
export function providerRoutes(dependencies: Dependencies, client: OidcClient): Hono<ApiEnv> {
  const { database, queue, settings } = dependencies;
  const { publicUrl } = settings;
  const routes = new Hono<ApiEnv>();
  const member = inOrganizationOfPath(dependencies);
  const encryption = encryptionOf(database, settings);

  const shown = (organizationId: string, provider: ProviderRow | undefined) => ({
    provider: provider === undefined ? null : shownProvider(provider),
    redirect_uri: redirectUri(publicUrl, organizationId),
    backchannel_logout_uri: logoutUri(publicUrl, organizationId),
  });

  const tellOwners = (c: ApiContext, tx: Queryable, organizationId: string) =>
    notifyOwners(tx, queue, providerChangedMail, organizationId, occasionOf(c));

  routes.get(
    ONE,
    member,
    allow('Owner', 'see single sign-on'),
    describeRoute('getIdentityProvider', 'Get the identity provider', {
      returns: organizationProviderSchema,
    }),
    async (c) => {
      const { id } = c.get('organization');
      return c.json(shown(id, await database.read(id, (tx) => findProvider(tx, id))));
    },
  );

  routes.put(
    ONE,
    member,
    allow('Owner', 'change single sign-on'),
    describeRoute('saveIdentityProvider', 'Set up or change the identity provider', {
      body: saveIdentityProviderInputSchema,
      returns: organizationProviderSchema,
      errors: [409],
    }),
    async (c) => {
      const { id } = c.get('organization');
      const input = await readBody(c, saveIdentityProviderInputSchema);
      requireSecure(input.issuer, publicUrl);
      if (input.enforced && !input.enabled) {
        throw invalid([{ path: 'enforced', message: 'Enable single sign-on to require it' }]);
      }
      const { client_secret: text } = input;
      const secret =
        text === undefined ? undefined : await encryption.encrypt(text, secretContext(id));
      const saved = await c.var.tenant(
        async (tx, _role, session) => {
          requireReauthentication(session, 'saveIdentityProvider');
          const earlier = await findProviderToChange(tx, id);
          // A secret is for the provider that it was entered for.
          const kept = earlier?.issuer === input.issuer ? earlier.clientSecret : undefined;
          const stored = secret ?? kept;
          if (stored === undefined) {
            throw invalid([{ path: 'client_secret', message: 'Client secret is required' }]);
          }
          const provider = await saveProvider(tx, id, input, stored, earlier);
          await auditOf(c, tx, 'identity_provider.saved', ['identity_provider', id]);
          return provider;
        },
        async (tx) => {
          if (input.enforced && !(await hasIndependentOwner(tx, id))) throw noOwner();
          await tellOwners(c, tx, id);
        },
      );
      return c.json(shown(id, saved));
    },
  );

  routes.delete(
    ONE,
    member,
    allow('Owner', 'change single sign-on'),
    describeRoute('removeIdentityProvider', 'Remove the identity provider'),
    async (c) => {
      const { id } = c.get('organization');
      await c.var.tenant(
        async (tx, _role, session) => {
          requireReauthentication(session, 'removeIdentityProvider');
          if ((await findProviderToChange(tx, id)) === undefined)
            throw notFound('identity provider');
          await auditOf(c, tx, 'identity_provider.removed', ['identity_provider', id]);
          await deleteProvider(tx, id);
        },
        (tx) => tellOwners(c, tx, id),
      );
      return c.body(null, 204);
    },
  );

  routes.post(
    `${ONE}/test`,
    member,
    allow('Owner', 'change single sign-on'),
    limit(database, 'sso-test', byOrganization),
    describeRoute('testIdentityProvider', 'Ask an issuer what it says about itself', {
      body: testIdentityProviderInputSchema,
      returns: testedProviderSchema,
      errors: [409],
    }),
    async (c) => {
      const { issuer } = await readBody(c, testIdentityProviderInputSchema);
      requireSecure(issuer, publicUrl);
      const metadata = await client.discover(issuer).catch((error: unknown) => {
        throw discoveryProblem(error);
      });
      return c.json({
        authorization_endpoint: metadata.authorization_endpoint ?? '',
        backchannel_logout: metadata['backchannel_logout_supported'] === true,
      });
    },
  );

  return routes;
}

const noOwner = () =>
  conflict(
    'An Owner needs a password or a passkey before single sign-on can be required: Owners must get in while the provider is away.',
  );

/** Returns what to tell an Owner about an issuer that could not be read. */
function discoveryProblem(error: unknown): Problem {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutgoingError) return conflict(cause.message);
    if (cause instanceof OtherIssuer || /issuer does not match/.test(cause.message)) {
      return conflict(
        'There is a provider, but it names itself differently. Enter the issuer as the provider shows it, of your own tenant.',
      );
    }
  }
  return conflict('No OpenID provider was found at this address. Check the issuer.');
}
