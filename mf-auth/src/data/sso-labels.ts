import type { SsoFailure } from '@carrel/shared/contract/sign-in';

/** Why single sign-on failed, by the code in the address. */
export const FAILURES: Record<SsoFailure, string> = {
  expired: 'This sign-in took too long, or was begun in another browser. Please try again.',
  denied: 'Your organization did not let you in. Ask the people who run its sign-in.',
  unreachable: 'The sign-in of your organization could not be reached. Please try again later.',
  refused: 'The response of your organization’s sign-in was not valid. Please try again.',
  address: 'Your organization did not name an email address of one of its own domains.',
  unverified: 'Your organization says that your email address is not confirmed.',
  full: 'Your organization has no room for another member. Ask one of its Owners or Admins.',
  changed: 'Your organization changed its sign-in meanwhile. Please try again.',
  other_account:
    'You signed in as somebody else. Please sign in with the account that you use here.',
};
