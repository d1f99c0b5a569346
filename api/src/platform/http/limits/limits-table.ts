import { RESEND_SECONDS } from '@carrel/shared/contract';

import type { Limit } from './rate-limit.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const WRONG_CODES = 'Too many wrong codes. Please try again later.';
const WRONG_APPROVAL_CODES = {
  seconds: 15 * MINUTE,
  message: 'Too many wrong codes. Please try again in a quarter of an hour.',
};

/** A limit by its name. */
interface LimitRule extends Omit<Limit, 'subject'> {
  /** What headers and metrics call it, where several limits have one name there. */
  kind?: string;
}

/** Every limit of requests: at most `times` in a window of `seconds`, for one subject. */
const LIMITS = {
  // Calls with one API key, or of one grant.
  key: { times: 1200, seconds: MINUTE, batch: 20 },
  // Wrong keys and tokens of one network that are looked up.
  'wrong-key': { times: 100, seconds: HOUR },

  // Wrong guesses from one network at one account, by address or id, and at all accounts.
  'login-account': { kind: 'login', times: 10, seconds: 15 * MINUTE },
  'login-network': { kind: 'login', times: 100, seconds: HOUR },
  // In a browser in which the owner has signed in.
  'login-browser': { times: 10, seconds: 15 * MINUTE },
  // At one account, from anywhere.
  'login-anywhere': { times: 50, seconds: HOUR },
  // After that. Right passwords count too: the password is not known to be right before it is checked.
  'login-slowed': {
    times: 20,
    seconds: MINUTE,
    message:
      'Too many attempts to sign in with this email address. Please try again in a minute, or in a browser in which you have signed in before.',
  },
  // Wrong codes for an account. Three codes are right at a time, so that a day of guesses finds one with a chance of
  // 1 in 3,333.
  'code-network': { kind: 'code', times: 10, seconds: 15 * MINUTE, message: WRONG_CODES },
  'code-account': { kind: 'code', times: 100, seconds: DAY, message: WRONG_CODES },
  // Challenges: a sign-in page takes one when it opens, and another every few minutes.
  'passkey-challenge': { times: 300, seconds: 5 * MINUTE },
  'passkey-refused': {
    times: 100,
    seconds: 15 * MINUTE,
    message: 'Too many passkeys from here were refused. Please try again in a quarter of an hour.',
  },
  // How often the owner of an account gets mails about a recovery.
  'account-recovery': {
    times: 10,
    seconds: DAY,
    message: 'Too many recovery requests today. Please try again tomorrow.',
  },

  'approval-request': {
    times: 30,
    seconds: 15 * MINUTE,
    message: 'Too many sign-ins were started from here. Please try again in a quarter of an hour.',
  },
  // A program asks 300 times while it waits, and several may wait behind one address.
  'approval-poll': { times: 6000, seconds: 10 * MINUTE, batch: 20 },
  'approval-code': { times: 10, ...WRONG_APPROVAL_CODES },
  'approval-code-network': { times: 50, ...WRONG_APPROVAL_CODES },

  'oauth-register': {
    times: 30,
    seconds: HOUR,
    message: 'Too many programs were registered from here. Please try again in an hour.',
  },
  // Programs of many people may call from one network, such as that of an assistant's service.
  'oauth-token': { times: 3000, seconds: 10 * MINUTE },

  // People on their way to the providers of one network, and to one provider.
  sso: { times: 200, seconds: 10 * MINUTE },
  'sso-provider': { times: 5000, seconds: 10 * MINUTE },
  'sso-lookup': { times: 300, seconds: 10 * MINUTE },
  'sso-logout': { times: 600, seconds: MINUTE },
  'sso-test': { times: 30, seconds: 10 * MINUTE },
  // Readings of a provider's keys because of a key that is not known: anybody can name one.
  'sso-keys': { times: 6, seconds: MINUTE },

  // Messages that one network can have sent to other people's addresses.
  mail: { times: 1000, seconds: HOUR },
  // Messages of one kind to one address: those that one network requests, and all of them. The first is lower, so
  // that one network cannot use up what the owner of the address needs.
  'mail-recipient-network': { kind: 'mail-recipient', times: 5, seconds: HOUR },
  'mail-recipient': { times: 20, seconds: HOUR },
  'confirm-email': { times: 1, seconds: RESEND_SECONDS },
  'invitation-sender': {
    times: 50,
    seconds: HOUR,
    message: 'You have sent too many invitations. Please try again in an hour.',
  },
  'invitation-organization': {
    times: 200,
    seconds: DAY,
    message: 'This organization has sent too many invitations today. Please try again tomorrow.',
  },
  'invitation-recipient': {
    times: 5,
    seconds: DAY,
    message: 'This person has been sent too many invitations today. Please try again tomorrow.',
  },

  // Links of invitations that people of one network open.
  'invitation-read': { times: 300, seconds: 10 * MINUTE },

  // Requests of one person for access, and guesses of what there is to ask for.
  'access-request': {
    times: 30,
    seconds: HOUR,
    message: 'You have asked for access many times. Please try again in an hour.',
  },

  // Questions to DNS, and guesses of codes.
  'domain-verify': { times: 10, seconds: 10 * MINUTE },
  'domain-verify-organization': { kind: 'domain-verify', times: 60, seconds: HOUR },
  // Requests that a person has sent to a webhook: it may be anybody's address.
  webhook: { times: 60, seconds: MINUTE },
  // Requests to places that people have entered, and runs that they begin.
  'source-test': { times: 60, seconds: 10 * MINUTE },
  'source-run': { times: 60, seconds: 10 * MINUTE },
  telemetry: { times: 30, seconds: MINUTE },
  // Texts that people have sent to the models of the settings.
  'model-test': { times: 30, seconds: 10 * MINUTE },

  // More than a person who types makes.
  search: { times: 600, seconds: MINUTE, batch: 10 },
  preview: { times: 120, seconds: MINUTE },
  // Each makes the index of a document anew.
  'change-chunks': { times: 300, seconds: 5 * MINUTE },
  // Each reads what it selects, up to a whole dataset.
  'move-documents': { times: 300, seconds: 5 * MINUTE },
  // Texts of documents that are not in memory.
  'read-text': { times: 300, seconds: MINUTE },
  'compare-texts': { times: 120, seconds: MINUTE },
  // The service costs the operator more than a search.
  ask: {
    times: 100,
    seconds: HOUR,
    message: 'You have asked many questions. Please try again later.',
  },
} as const satisfies Record<string, LimitRule>;

export type LimitName = keyof typeof LIMITS;

/** The names of all limits. */
export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];

/** Returns a limit for whom or what it counts. */
export function limitOf(name: LimitName, ...subject: readonly string[]): Limit {
  const { kind = name, ...rule }: LimitRule = LIMITS[name];
  return { subject: [kind, ...subject], ...rule };
}
