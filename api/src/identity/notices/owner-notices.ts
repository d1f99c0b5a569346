import type { SignInMethod } from '@carrel/shared/contract';

import { describeOccasion } from '../../platform/mail/describe-occasion.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { writeMessage } from '../../platform/mail/write-message.ts';

interface Notice {
  kind: string;
  subject: string;
  /** What happened. */
  event: string;
  /** What to do if it was not the owner. */
  advice: string;
  link: { label: string; path: string };
}

export const ACCOUNT_SETTINGS = { label: 'Open account settings', path: '/account' };
export const RESET = { label: 'Reset password', path: '/password-reset' };

export const RESET_ENDS_ALL = 'A reset signs out every browser, also those of other people.';

/** Returns a mail that says when and where something happened to an account. */
export function noticeMail({ kind, subject, event, advice, link }: Notice): Mail {
  return {
    kind,
    compose: (_tx, publicUrl, { address, occasion }) =>
      Promise.resolve(
        occasion &&
          writeMessage({
            to: address,
            subject,
            before: ['Hello,', event],
            facts: describeOccasion(occasion),
            link: { label: link.label, url: `${publicUrl}${link.path}` },
            after: [advice],
          }),
      ),
  };
}

const NEW_BROWSER = {
  subject: 'New sign-in to your account',
  event: 'your account was signed in to from a browser that has not been used for it before.',
};

const newBrowserMail = noticeMail({
  ...NEW_BROWSER,
  kind: 'new-browser',
  link: RESET,
  advice: `If it was you, there is nothing to do. If it was not, someone else knows your password: reset it now. ${RESET_ENDS_ALL}`,
});

const newBrowserByPasskeyMail = noticeMail({
  ...NEW_BROWSER,
  kind: 'new-browser-by-passkey',
  link: ACCOUNT_SETTINGS,
  advice:
    'If it was you, there is nothing to do. If it was not, someone else can unlock a device with a passkey of your account: remove the passkeys that you do not know or no longer have, and sign out everywhere else.',
});

const newBrowserByProviderMail = noticeMail({
  ...NEW_BROWSER,
  kind: 'new-browser-by-provider',
  link: ACCOUNT_SETTINGS,
  advice:
    'If it was you, there is nothing to do. If it was not, someone else can sign in as you at the single sign-on of your organization: tell who runs it, and sign out everywhere else.',
});

/** Returns the mail about a sign-in from a new browser, whose advice depends on what was proved. */
export function newBrowserMailFor(methods: readonly SignInMethod[]): Mail {
  if (methods.includes('sso')) return newBrowserByProviderMail;
  return methods.includes('passkey') ? newBrowserByPasskeyMail : newBrowserMail;
}

export const programSignedInMail = noticeMail({
  kind: 'program-signed-in',
  subject: 'A program was signed in to your account',
  event:
    'a program was signed in to your account, after someone who was signed in had approved it in a browser. It can do what you can do.',
  link: ACCOUNT_SETTINGS,
  advice:
    'If it was you, there is nothing to do. If it was not, revoke the session in your account settings, sign out everywhere else, and reset your password.',
});

export const passwordChangedMail = noticeMail({
  kind: 'password-changed',
  subject: 'Your password was changed',
  event: 'the password of your account was changed, and its other sessions were ended.',
  link: RESET,
  advice:
    'If it was you, there is nothing to do. If it was not, someone can read your e-mail: change the password of your mailbox first, then reset this one.',
});

export const addressAddedMail = noticeMail({
  kind: 'address-added',
  subject: 'An email address was added to your account',
  event:
    'an email address was added to your account. Once it is confirmed, it can be used to sign in and to reset your password.',
  link: ACCOUNT_SETTINGS,
  advice:
    'If it was you, there is nothing to do. If it was not, remove the address in your account settings, revoke the sessions there that you do not know, and reset your password.',
});

export const identityLinkedMail = noticeMail({
  kind: 'identity-linked',
  subject: 'Your account was linked to single sign-on',
  event:
    'your account was linked to the single sign-on of an organization. Anyone who signs in there as you is signed in to your account.',
  link: ACCOUNT_SETTINGS,
  advice:
    'If it was you, there is nothing to do. If it was not, reset your password, and tell the people who run your organization.',
});

export const tokenReusedMail = noticeMail({
  kind: 'token-reused',
  subject: 'A session of your account was ended',
  event:
    'a session of your account was continued from two places. One of them may be a copy that was stolen, so both were signed out.',
  link: RESET,
  advice: `If you restored a browser from a backup, sign in again. Otherwise reset your password, and check the computer on which you were signed in. ${RESET_ENDS_ALL}`,
});

export const ownerNotices: readonly Mail[] = [
  newBrowserMail,
  newBrowserByPasskeyMail,
  newBrowserByProviderMail,
  programSignedInMail,
  passwordChangedMail,
  addressAddedMail,
  identityLinkedMail,
  tokenReusedMail,
];
