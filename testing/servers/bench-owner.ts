import type { RoleName } from '@carrel/shared/contract';

import { openSession } from '@carrel/api/src/platform/access/sessions.ts';
import { createAccount } from '@carrel/api/src/identity/proofs/passwords/account-repository.ts';
import {
  confirmEmail,
  emailsOf,
} from '@carrel/api/src/identity/accounts/emails/email-repository.ts';
import { hashPassword } from '@carrel/api/src/identity/proofs/passwords/passwords.ts';
import type { Dependencies } from '@carrel/api/src/platform/dependencies.ts';
import { createOrganization } from '@carrel/api/src/identity/organizations/organization-repository.ts';

export const CREDENTIALS = { email_address: 'ada@example.com', password: 'correct horse battery' };

/** An account that is signed in. */
export interface BenchPerson {
  accountId: string;
  access: string;
}

/** An account that is signed in, and owns an organization. */
export interface BenchOwner extends BenchPerson {
  organizationId: string;
  /** The headers of its requests. */
  headers: Record<string, string>;
}

/** The headers of a person's requests in an organization. */
export const headersIn = (organizationId: string, { access }: Pick<BenchPerson, 'access'>) => ({
  Cookie: `carrel_access=${access}`,
  'X-Organization-Id': organizationId,
});

export async function createBenchPerson(
  { database, settings }: Dependencies,
  address: string,
): Promise<BenchPerson> {
  const passwordHash = await hashPassword(CREDENTIALS.password);
  const accountId = await createAccount(database, {
    firstName: 'Ada',
    lastName: 'Byron',
    passwordHash,
  });
  const emailId = await emailsOf(database, accountId).add(address);
  await confirmEmail(database, emailId ?? '', 'sole');
  const tokens = await openSession(
    database,
    () =>
      Promise.resolve({
        accountId,
        methods: ['password'],
        isReauthenticated: true,
        userAgent: 'bench',
        address: '127.0.0.1',
      }),
    { ...settings, accessTtlSeconds: 86_400 },
  );
  return { accountId, access: tokens?.access ?? '' };
}

/** Creates an organization of a person. */
export const createBenchOrganization = (
  { database }: Dependencies,
  accountId: string,
  name = 'Bench',
): Promise<string> => database.transaction((tx) => createOrganization(tx, accountId, { name }));

export async function joinBench(
  { database }: Dependencies,
  organizationId: string,
  accountId: string,
  role: RoleName,
): Promise<void> {
  await database.query(
    `INSERT INTO memberships (organization_id, account_id, role_id)
     SELECT $1, $2, id FROM roles WHERE organization_id = $1 AND name = $3`,
    [organizationId, accountId, role],
  );
}

export async function createBenchOwner(dependencies: Dependencies): Promise<BenchOwner> {
  const person = await createBenchPerson(dependencies, CREDENTIALS.email_address);
  const organizationId = await createBenchOrganization(dependencies, person.accountId);
  return { ...person, organizationId, headers: headersIn(organizationId, person) };
}
