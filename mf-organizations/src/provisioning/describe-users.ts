import type { Provisioning } from '@carrel/shared/contract/sign-in';

const numbers = new Intl.NumberFormat('en-US');
const counted = (count: number, noun: string) =>
  `${numbers.format(count)} ${noun}${count === 1 ? '' : 's'}`;

/** "12 users, 9 of them members, 2 invited." */
export function describeUsers({ total, members, invited }: Provisioning['users']): string {
  if (total === 0) return 'The directory has not sent any users yet.';
  const invitations = invited === 0 ? '' : `, ${numbers.format(invited)} invited`;
  return `${counted(total, 'user')}, ${numbers.format(members)} of them ${members === 1 ? 'a member' : 'members'}${invitations}.`;
}
