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

/** An account that is signed in, and owns an organization. */
export interface BenchOwner {
  organizationId: string;
  access: string;
  /** The headers of its requests. */
  headers: Record<string, string>;
}

export async function createBenchOwner({ database, settings }: Dependencies): Promise<BenchOwner> {
  const passwordHash = await hashPassword(CREDENTIALS.password);
  const accountId = await createAccount(database, {
    firstName: 'Ada',
    lastName: 'Byron',
    passwordHash,
  });
  const emailId = await emailsOf(database, accountId).add(CREDENTIALS.email_address);
  await confirmEmail(database, emailId ?? '', 'sole');
  const organizationId = await database.transaction((tx) =>
    createOrganization(tx, accountId, { name: 'Bench' }),
  );
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
  const access = tokens?.access ?? '';
  const headers = { Cookie: `carrel_access=${access}`, 'X-Organization-Id': organizationId };
  return { organizationId, access, headers };
}
