import * as v from 'valibot';

import { timestampSchema } from '../text.ts';

/** The ways to sign in that a policy may allow. */
export const POLICY_METHODS = ['password', 'passkey', 'sso'] as const;

export type PolicyMethod = (typeof POLICY_METHODS)[number];

/** Minutes without use after which a policy may ask members to authenticate again. */
export const IDLE_MINUTES_MIN = 5;
export const IDLE_MINUTES_MAX = 30 * 24 * 60;

/** The furthest day from which a second factor may be required, in days from now. */
export const GRACE_DAYS_MAX = 180;

/** What an organization asks of the sessions of its members; null asks for nothing. */
export const signInPolicySchema = v.object({
  /** From when on a second factor is required: the start of a day in UTC. */
  second_factor_from: v.nullable(timestampSchema),
  allowed_methods: v.nullable(v.array(v.picklist(POLICY_METHODS))),
  idle_minutes: v.nullable(v.number()),
});

export type SignInPolicy = v.InferOutput<typeof signInPolicySchema>;

const IDLE_MESSAGE = `Minutes must be a whole number from ${IDLE_MINUTES_MIN} to ${IDLE_MINUTES_MAX}`;

/** Replaces the policy. A day that has begun means from now on. */
export const signInPolicyInputSchema = v.object({
  second_factor_from: v.nullable(
    v.pipe(
      v.string('Choose a day'),
      v.metadata({ format: 'date' }),
      v.check(isDay, 'Choose a day'),
    ),
  ),
  allowed_methods: v.nullable(
    v.pipe(
      v.array(v.picklist(POLICY_METHODS)),
      v.minLength(1, 'Allow at least one way to sign in'),
      v.maxLength(POLICY_METHODS.length),
    ),
  ),
  idle_minutes: v.nullable(
    v.pipe(
      v.number(IDLE_MESSAGE),
      v.integer(IDLE_MESSAGE),
      v.minValue(IDLE_MINUTES_MIN, IDLE_MESSAGE),
      v.maxValue(IDLE_MINUTES_MAX, IDLE_MESSAGE),
    ),
  ),
});

export type SignInPolicyInput = v.InferOutput<typeof signInPolicyInputSchema>;

/** Returns whether a text is a day such as 2026-11-25. Valibot's format accepts days that no month has. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
