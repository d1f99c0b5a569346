import type { Carrel } from '@carrel/client';

import { EXIT, Failure, usageFailure } from '../exit-codes.ts';
import { printable } from '../printable.ts';

/** Returns the organization to work in: the one that is named, the one that was named last, or the only one. */
export async function chooseOrganization(
  client: Carrel,
  named: string | undefined,
  remembered: string | undefined,
): Promise<string> {
  const user = await client.accounts.current();
  const memberships = Object.entries(user.memberships);
  const [only] = memberships;
  if (named !== undefined) {
    const found = memberships.filter(
      ([id, { organization_name }]) => id === named.toLowerCase() || organization_name === named,
    );
    if (found.length === 1 && found[0] !== undefined) return found[0][0];
    throw usageFailure(
      `${found.length === 0 ? 'You are in no organization' : `You are in ${found.length} organizations`} "${printable(named)}". Choose one:\n${listOf(memberships)}`,
    );
  }
  if (remembered !== undefined && memberships.some(([id]) => id === remembered)) return remembered;
  if (memberships.length === 1 && only !== undefined) return only[0];
  if (memberships.length === 0) {
    throw new Failure(
      'You are in no organization yet. Create one in the browser.',
      EXIT.notAllowed,
    );
  }
  throw usageFailure(
    `You are in ${memberships.length} organizations. Choose one with --organization:\n${listOf(memberships)}`,
  );
}

const listOf = (memberships: readonly [string, { organization_name: string }][]) =>
  memberships
    .map(([id, { organization_name }]) => `  ${id}  ${printable(organization_name)}`)
    .join('\n');
