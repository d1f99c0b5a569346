import { emailAddressSchema, isStorable, nameSchema } from '@carrel/shared/contract';
import * as v from 'valibot';

/** Who signed in at a provider, by claims that are verified. */
export interface VerifiedIdentity {
  subject: string;
  /** The session at the provider. */
  sid: string | undefined;
  /** When the person authenticated there, in seconds. */
  authTime: number | undefined;
  email: string | undefined;
  /** Whether the provider says that the address is not confirmed. */
  isUnverified: boolean;
  firstName: string;
  lastName: string;
  claims: Readonly<Record<string, unknown>>;
}

const subjectSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(255), v.check(isStorable));

type Claims = Readonly<Record<string, unknown>>;

/**
 * Returns who the claims of an ID token name; what it lacks is in `more`, from the provider.
 * @throws for a subject that cannot be one.
 */
export function identityOf(token: Claims, more: Claims = {}): VerifiedIdentity {
  const claims = { ...more, ...token };
  const email = v.safeParse(emailAddressSchema, claims['email']);
  const sid = v.safeParse(subjectSchema, claims['sid']);
  const authTime = claims['auth_time'];
  return {
    subject: v.parse(subjectSchema, claims['sub']),
    sid: sid.success ? sid.output : undefined,
    authTime: typeof authTime === 'number' ? authTime : undefined,
    email: email.success ? email.output : undefined,
    isUnverified: [token, more].some(saysUnverified),
    ...namesOf(claims, email.success ? email.output : ''),
    claims,
  };
}

/** Anything but true, which some providers send as a text, says that the address is not verified. */
const saysUnverified = ({ email_verified: verified }: Claims) =>
  verified !== undefined && verified !== true && verified !== 'true';

function namesOf(claims: Claims, email: string) {
  const [whole = '', ...rest] = textOf(claims['name']).split(' ').filter(Boolean);
  const first = nameOf(claims['given_name']) ?? nameOf(whole) ?? nameOf(email.split('@')[0]);
  const last = nameOf(claims['family_name']) ?? nameOf(rest.join(' '));
  return { firstName: first ?? 'New', lastName: last ?? '' };
}

const textOf = (claim: unknown) => (typeof claim === 'string' ? claim : '');

function nameOf(claim: unknown): string | undefined {
  const name = v.safeParse(nameSchema('Name'), claim);
  return name.success ? name.output : undefined;
}

/** Returns a claim by its name, or, as in `realm_access.roles`, one within others. */
export function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}
