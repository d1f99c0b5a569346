import { TOTP_DIGITS } from '@carrel/shared/contract/sign-in';
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** Steps before and after the current one whose codes are accepted: clocks differ, and people type. */
const WINDOW = 1;
/** RFC 4226, 4: 160 bits are recommended. */
const SECRET_BYTES = 20;

const ISSUER = 'Carrel';

/** Authenticator apps know these values only, whatever the URL says. */
const totpOf = (secret: Secret, label = '') =>
  new TOTP({
    issuer: ISSUER,
    label,
    secret,
    algorithm: 'SHA1',
    digits: TOTP_DIGITS,
    period: PERIOD_SECONDS,
  });

/** Returns a new secret in base32, and the URL with which an authenticator app enrols it. */
export function newTotp(label: string): { secret: string; url: string } {
  const secret = new Secret({ size: SECRET_BYTES });
  return { secret: secret.base32, url: totpOf(secret, label).toString() };
}

/** Returns the time step (RFC 6238) that a code is of, around `seconds` since 1970; undefined for other codes. */
export function stepOfCode(secret: string, code: string, seconds: number): number | undefined {
  const totp = totpOf(Secret.fromBase32(secret));
  const delta = totp.validate({ token: code, timestamp: seconds * 1000, window: WINDOW });
  return delta === null ? undefined : Math.floor(seconds / PERIOD_SECONDS) + delta;
}
