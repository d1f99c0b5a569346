import type { Member } from '@carrel/shared/contract';

/** Returns a member's first and last name, or the account's id when both are empty. */
export function memberName({ account }: Member): string {
  const name = `${account.first_name} ${account.last_name}`.trim();
  return name === '' ? account.id : name;
}
