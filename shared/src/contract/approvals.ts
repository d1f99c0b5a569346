import * as v from 'valibot';

import { shownNameSchema } from './names.ts';
import { nameSchema, timestampSchema, tokenSchema } from './text.ts';

/** For how long a program waits for a person's approval. */
export const APPROVAL_SECONDS = 600;
/** How often it asks. */
export const APPROVAL_INTERVAL_SECONDS = 2;

/** Comes with the 400 for a program that has no approval: one of `APPROVAL_STATES`. */
export const APPROVAL_HEADER = 'X-Approval';

/** `expired` also stands for an approval that was used, and for one that never was. */
export const APPROVAL_STATES = ['pending', 'denied', 'expired'] as const;

export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** Letters of user codes: consonants only, as RFC 8628 recommends (6.1), so that no words appear. */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
export const USER_CODE_LENGTH = 8;

const USER_CODE = new RegExp(`^[${USER_CODE_LETTERS}]{${USER_CODE_LENGTH}}$`, 'u');

/** Returns a typed user code as `XXXX-XXXX`; undefined for a text that is none. */
export function readUserCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/gu, '');
  return USER_CODE.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : undefined;
}

/** The same letters in any case, with spaces and hyphens. */
const TYPED_CODE = String.raw`^(?:[\s-]*[${USER_CODE_LETTERS}${USER_CODE_LETTERS.toLowerCase()}]){${USER_CODE_LENGTH}}[\s-]*$`;

const CODE_MESSAGE = `The code has ${USER_CODE_LENGTH} letters. Copy it from the terminal`;

/** A code that a person typed, in any case, with or without the hyphen. */
export const userCodeSchema = v.pipe(
  v.string(CODE_MESSAGE),
  v.maxLength(100, CODE_MESSAGE),
  v.metadata({ pattern: TYPED_CODE }),
  v.transform((typed) => readUserCode(typed) ?? ''),
  v.check((code) => code !== '', CODE_MESSAGE),
);

export const requestApprovalInputSchema = v.object({ client_name: nameSchema('Client name') });

/** What a program gets: `device_code` is its secret, `user_code` is shown to the person. Seconds. */
export const requestedApprovalSchema = v.object({
  device_code: v.string(),
  user_code: v.string(),
  verification_url: v.pipe(v.string(), v.url()),
  expires_in: v.number(),
  interval: v.number(),
});

export type RequestedApproval = v.InferOutput<typeof requestedApprovalSchema>;

export const redeemApprovalInputSchema = v.object({ device_code: tokenSchema });

export const findApprovalQuerySchema = v.object({ code: userCodeSchema });

/** A program that waits for approval, as the person sees it. */
export const approvalSchema = v.object({
  user_code: v.string(),
  client_name: shownNameSchema,
  client_ip: v.string(),
  created_at: timestampSchema,
  expires_at: timestampSchema,
});

export type Approval = v.InferOutput<typeof approvalSchema>;

export const decideApprovalInputSchema = v.object({
  user_code: userCodeSchema,
  approved: v.boolean(),
});

export type DecideApprovalInput = v.InferInput<typeof decideApprovalInputSchema>;

const CLIENT = 'carrel-cli';
const CLIENT_AGENT = new RegExp(`^${CLIENT} \\((.*)\\)$`, 'u');

/** Returns the user agent of the sessions of a program. Slashes would make it look like a browser's. */
export const clientAgent = (clientName: string): string =>
  `${CLIENT} (${clientName.replaceAll('/', '-')})`;

/** Returns the program's name in a user agent; undefined for that of a browser. */
export const clientNameOf = (userAgent: string | null | undefined): string | undefined =>
  CLIENT_AGENT.exec(userAgent ?? '')?.[1];
