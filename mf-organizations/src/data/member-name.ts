import type { Member } from '@carrel/shared/contract';

/** Whether a member is a guest, who reaches one workspace. */
export const isGuest = ({ guest_of: workspace }: Pick<Member, 'guest_of'>): boolean =>
  workspace !== null && workspace !== undefined;

/** Returns a member's first and last name, or the account's id when both are empty. */
export function memberName({ account }: Member): string {
  const name = `${account.first_name} ${account.last_name}`.trim();
  return name === '' ? account.id : name;
}
