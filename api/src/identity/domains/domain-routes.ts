import {
  addDomainInputSchema,
  domainListSchema,
  organizationDomainSchema,
  DOMAINS_MAX,
  verifyDomainInputSchema,
} from '@carrel/shared/contract/sign-in';
import type { OrganizationDomain } from '@carrel/shared/contract/sign-in';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { auditOf } from '../../platform/access/audit.ts';
import { allow, inOrganizationOfPath } from '../../platform/access/authenticate.ts';
import { requireReauthentication } from '../../platform/access/reauthentication/require-reauthentication.ts';
import { keepResponse } from '../../platform/access/idempotency/repeatable.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { RateLimits } from '../../platform/http/limits/rate-limit.ts';
import { Problem } from '../../platform/http/problem.ts';
import { conflict, invalid, notFound } from '../../platform/http/problems.ts';
import { occasionOf } from '../../platform/mail/describe-occasion.ts';
import { networkMailLimit, recipientMailLimits } from '../../platform/mail/mail-limits.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { byOrganization, limit } from '../../platform/http/limits/limit.ts';
import { redeemDomainCode } from './domain-codes.ts';
import { domainCodeMail } from './domain-mail.ts';
import { domainsOf, VerifiedElsewhere } from './domain-repository.ts';
import { hasRecord, NoNameServer } from './find-record.ts';
import { requireOwnDomain } from './own-domain.ts';

const ALL = '/organizations/:id/domains';
const ONE = `${ALL}/:domainId`;

const verifiedElsewhere = ({ domain }: Pick<OrganizationDomain, 'domain'>) =>
  conflict(`The domain ${domain} is verified by another organization.`);

/** The domains of the organization in the path, for Owners and Admins. */
export function domainRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue, settings } = dependencies;
  const routes = new Hono<ApiEnv>();
  const member = inOrganizationOfPath(dependencies);
  const limits = new RateLimits(database);

  routes.get(
    ALL,
    member,
    allow('Admin', 'see domains'),
    describeRoute('listDomains', 'List the domains', { returns: domainListSchema }),
    async (c) => {
      const { id } = c.get('organization');
      return c.json({ domains: await database.read(id, (tx) => domainsOf(tx, id).list()) });
    },
  );

  routes.post(
    ALL,
    member,
    allow('Admin', 'add domains'),
    describeRoute('addDomain', 'Add a domain', {
      body: addDomainInputSchema,
      returns: organizationDomainSchema,
      status: 201,
      errors: [409],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const { domain } = await readBody(c, addDomainInputSchema);
      requireOwnDomain(domain);
      const added = await c.var.tenant(async (tx) => {
        const domains = domainsOf(tx, organizationId);
        if ((await domains.count()) >= DOMAINS_MAX) {
          throw conflict(
            `An organization has at most ${DOMAINS_MAX} domains. Remove one that is not needed.`,
          );
        }
        const row = await domains.add(domain);
        if (row === undefined) throw conflict(`The domain ${domain} was added already.`);
        await auditOf(c, tx, 'domain.added', ['domain', row.id]);
        await keepResponse(c, tx, row);
        return row;
      });
      return c.json(added, 201);
    },
  );

  routes.post(
    `${ONE}/verify`,
    member,
    allow('Admin', 'verify domains'),
    limit(database, 'domain-verify', (c) => readId(c, 'domainId', 'domain')),
    limit(database, 'domain-verify-organization', byOrganization),
    describeRoute('verifyDomain', 'Verify a domain, by DNS or a code that was mailed', {
      body: verifyDomainInputSchema,
      returns: organizationDomainSchema,
      errors: [409, 503],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'domainId', 'domain');
      const { code } = await readBody(c, verifyDomainInputSchema);
      const domain = await database.read(organizationId, (tx) =>
        domainsOf(tx, organizationId).find(id),
      );
      if (domain === undefined) throw notFound('domain');
      if (domain.verified_at !== null) return c.json(domain);
      requireOwnDomain(domain.domain);
      if (code === undefined) await requireRecord(domain, settings.dnsServers);
      const by = code === undefined ? 'dns' : 'mail';
      const verify = async (tx: Queryable) => {
        if (code !== undefined && !(await redeemDomainCode(tx, organizationId, id, code))) {
          throw invalid([{ path: 'code', message: 'This code is wrong or has expired' }]);
        }
        const verified = await domainsOf(tx, organizationId).verify(id, by);
        if (verified === undefined) throw notFound('domain');
        await auditOf(c, tx, 'domain.verified', ['domain', id], { by });
        return verified;
      };
      return c.json(
        await c.var.tenant(verify).catch((error: unknown) => {
          throw error instanceof VerifiedElsewhere ? verifiedElsewhere(domain) : error;
        }),
      );
    },
  );

  routes.post(
    `${ONE}/mail`,
    member,
    allow('Admin', 'verify domains'),
    describeRoute('mailDomainCode', 'Mail a code that verifies a domain to its postmaster', {
      errors: [409, 429],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'domainId', 'domain');
      const domain = await database.read(organizationId, (tx) =>
        domainsOf(tx, organizationId).find(id),
      );
      if (domain === undefined) throw notFound('domain');
      if (domain.verified_at !== null) throw conflict('This domain is verified already.');
      const address = `postmaster@${domain.domain}`;
      await limits.take(networkMailLimit(c), ...recipientMailLimits(c, 'domain', address));
      await c.var.tenant(async (tx) => {
        const request = { address, reference: id, occasion: occasionOf(c) };
        await enqueueMail(tx, queue, domainCodeMail, request);
        await auditOf(c, tx, 'domain.code_sent', ['domain', id]);
      });
      return c.body(null, 204);
    },
  );

  routes.delete(
    ONE,
    member,
    allow('Admin', 'remove domains'),
    describeRoute('removeDomain', 'Remove a domain'),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'domainId', 'domain');
      await c.var.tenant(async (tx, _role, session) => {
        const domains = domainsOf(tx, organizationId);
        const domain = await domains.find(id);
        if (domain === undefined) throw notFound('domain');
        // People of a verified domain may have no other way to sign in.
        if (domain.verified_at !== null) requireReauthentication(session, 'removeDomain');
        await auditOf(c, tx, 'domain.removed', ['domain', id]);
        await domains.delete(id);
      });
      return c.body(null, 204);
    },
  );

  return routes;
}

async function requireRecord(
  { record_name: name, record_value: value }: OrganizationDomain,
  servers: readonly string[],
): Promise<void> {
  try {
    if (await hasRecord(name, value, servers)) return;
  } catch (error) {
    if (!(error instanceof NoNameServer)) throw error;
    throw new Problem(503, 'DNS could not be reached. Try again, or verify the domain by mail.', {
      retryAfterSeconds: 10,
      isExpected: true,
    });
  }
  throw conflict(
    `The TXT record of ${name} was not found. It can take some minutes until a new one is seen.`,
  );
}
