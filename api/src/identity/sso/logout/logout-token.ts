import * as v from 'valibot';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(255));

/** The claims of a logout token: OpenID Connect Back-Channel Logout 1.0, section 2.4. */
const logoutTokenSchema = v.pipe(
  v.object({
    iat: v.number(),
    jti: text,
    sub: v.optional(text),
    sid: v.optional(text),
    events: v.looseObject({ [EVENT]: v.looseObject({}) }),
    // An ID token has one, and is no logout token.
    nonce: v.optional(v.never()),
  }),
  v.check(({ sub, sid }) => sub !== undefined || sid !== undefined),
);

/** Whose sessions a provider ends: all of a subject, or those of one session of its own. */
export interface Logout {
  jti: string;
  subject: string | undefined;
  sid: string | undefined;
}

/** Returns what verified claims end; undefined if they are not those of a logout token. */
export function logoutOf(claims: unknown): Logout | undefined {
  const read = v.safeParse(logoutTokenSchema, claims);
  if (!read.success) return undefined;
  const { jti, sub, sid } = read.output;
  return { jti, subject: sub, sid };
}
