import type { Member } from '@carrel/shared/contract';

/** First and last name as shown; the account's id for someone who left both empty. */
export function memberName({ account }: Member): string {
  const name = `${account.first_name} ${account.last_name}`.trim();
  return name === '' ? account.id : name;
}
