import { describeOccasion } from '../../mail/describe-occasion.ts';
import type { Mail } from '../../mail/mail.ts';
import { writeMessage } from '../../mail/write-message.ts';

interface Notice {
  kind: string;
  subject: string;
  /** What happened. */
  event: string;
  /** What to do if it was not the owner. */
  advice: string;
  link: { label: string; path: string };
}

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

export const newBrowserMail = noticeMail({
  kind: 'new-browser',
  subject: 'New sign-in to your account',
  event: 'your account was signed in to from a browser that has not been used for it before.',
  link: RESET,
  advice: `If it was you, there is nothing to do. If it was not, someone else knows your password: reset it now. ${RESET_ENDS_ALL}`,
});

export const programSignedInMail = noticeMail({
  kind: 'program-signed-in',
  subject: 'A program was signed in to your account',
  event:
    'a program was signed in to your account, after someone who was signed in had approved it in a browser. It can do what you can do.',
  link: { label: 'Open account settings', path: '/account' },
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
  link: { label: 'Open account settings', path: '/account' },
  advice:
    'If it was you, there is nothing to do. If it was not, remove the address in your account settings, revoke the sessions there that you do not know, and reset your password.',
});

export const identityLinkedMail = noticeMail({
  kind: 'identity-linked',
  subject: 'Your account was linked to single sign-on',
  event:
    'your account was linked to the single sign-on of an organization. Anyone who signs in there as you is signed in to your account.',
  link: { label: 'Open account settings', path: '/account' },
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
  programSignedInMail,
  passwordChangedMail,
  addressAddedMail,
  identityLinkedMail,
  tokenReusedMail,
];
