import * as v from 'valibot';

/**
 * What an account proved to open a session. A passkey verifies its user and counts as two factors;
 * `trusted_browser` stands for a second step of the last 30 days in the same browser, and `mail`
 * for a code that was mailed to confirm a session of single sign-on.
 */
export const SIGN_IN_METHODS = [
  'password',
  'passkey',
  'totp',
  'recovery_code',
  'trusted_browser',
  'sso',
  'mail',
] as const;

export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** The factors of an account: what it can sign in and authenticate again with. */
export const factorsSchema = v.object({
  /** False for an account that only signs in by single sign-on. */
  password: v.boolean(),
  /** Whether an authenticator app is enrolled: a sign-in by password then has a second step. */
  totp: v.boolean(),
  passkeys: v.number(),
  /** Recovery codes that are not used yet. */
  recovery_codes: v.number(),
  /**
   * Confirmed addresses to which a code is mailed where the account has no factor of its own; absent from servers that
   * mail none.
   */
  mail_addresses: v.optional(v.array(v.string())),
});

export type Factors = v.InferOutput<typeof factorsSchema>;

/** Returns whether an account has more than a password or a provider: an authenticator app or a passkey. */
export const hasSecondFactor = ({ totp, passkeys }: Pick<Factors, 'totp' | 'passkeys'>): boolean =>
  totp || passkeys > 0;

/** What a session lacks for an organization's policy. */
export const SIGN_IN_REQUIREMENTS = ['second_factor', 'method', 'idle'] as const;

export type SignInRequirement = (typeof SIGN_IN_REQUIREMENTS)[number];
