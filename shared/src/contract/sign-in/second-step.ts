import * as v from 'valibot';

import { passwordSchema, SHOWN, timestampSchema, tokenSchema } from '../text.ts';

export const TOTP_DIGITS = 6;
export const RECOVERY_CODES = 10;
/** How long a browser is not asked for a second step. */
export const TRUSTED_BROWSER_DAYS = 30;
/** How long a code works that was mailed to confirm a session. */
export const MAIL_CODE_MINUTES = 15;
/** How long after the password a sign-in can be completed. */
export const SECOND_STEP_MINUTES = 10;
/** Wrong codes of one sign-in. */
export const SECOND_STEP_ATTEMPTS = 5;
/** From the request for an account recovery to the mail with its link. */
export const RECOVERY_DELAY_HOURS = 24;
/** How long that link works. */
export const RECOVERY_LINK_HOURS = 24;

/** The code of an authenticator app; spaces are left out. */
export const totpCodeSchema = v.pipe(
  v.string('Enter the 6 digits of the code'),
  v.metadata({ pattern: String.raw`^\s*(?:\d\s*){6}$` }),
  v.transform((code) => code.replaceAll(/\s/g, '')),
  v.regex(/^\d{6}$/, 'Enter the 6 digits of the code'),
);

/** A recovery code, as it is stored: ten characters of base32 in lower case, without the hyphen. */
export const recoveryCodeSchema = v.pipe(
  v.string('Enter a recovery code'),
  v.metadata({ pattern: String.raw`^[\s-]*(?:[A-Za-z2-7][\s-]*){10}$` }),
  v.transform((code) => code.toLowerCase().replaceAll(/[\s-]/g, '')),
  v.regex(/^[a-z2-7]{10}$/, 'Enter a recovery code, such as abcde-fgh23'),
);

export const secondStepInputSchema = v.pipe(
  v.object({
    code: v.optional(totpCodeSchema),
    recovery_code: v.optional(recoveryCodeSchema),
    trust_browser: v.optional(v.boolean(), false),
  }),
  v.forward(
    v.check(
      ({ code, recovery_code: recoveryCode }) =>
        (code === undefined) !== (recoveryCode === undefined),
      'Send either a code or a recovery code',
    ),
    ['code'],
  ),
);

export type SecondStepInput = v.InferInput<typeof secondStepInputSchema>;

/** `recovery_codes` is how many are left, after one was used. */
export const secondStepResultSchema = v.object({ recovery_codes: v.optional(v.number()) });

/** When the link of an account recovery is sent. */
export const accountRecoverySchema = v.object({ due_at: timestampSchema });

export const stopRecoveryInputSchema = v.object({ token: tokenSchema });

export const completeRecoveryInputSchema = v.object({
  token: tokenSchema,
  password: passwordSchema,
});

export type CompleteRecoveryInput = v.InferOutput<typeof completeRecoveryInputSchema>;

/** The password of the account, or a code of its authenticator app. */
export const reauthenticateInputSchema = v.pipe(
  v.object({ password: v.optional(passwordSchema), code: v.optional(totpCodeSchema) }),
  v.forward(
    v.check(
      ({ password, code }) => (password === undefined) !== (code === undefined),
      'Send either a password or a code',
    ),
    ['password'],
  ),
);

export type ReauthenticateInput = v.InferInput<typeof reauthenticateInputSchema>;

/** The code that was mailed to confirm a session. */
export const mailedCodeInputSchema = v.object({
  code: v.pipe(
    v.string('Enter the code of the mail'),
    v.metadata(SHOWN),
    v.trim(),
    v.minLength(1, 'Enter the code of the mail'),
    v.maxLength(100, 'This code is too long'),
  ),
});

/** The addresses that a code was mailed to. */
export const mailedCodeSentSchema = v.object({ email_addresses: v.array(v.string()) });

/** What the dialog asks that confirms the password. */
export const confirmPasswordInputSchema = v.object({ password: passwordSchema });

/** The same for a code of an authenticator app. */
export const totpCodeInputSchema = v.object({ code: totpCodeSchema });

export type TotpCodeInput = v.InferInput<typeof totpCodeInputSchema>;

/** The second step of an account; `confirmed_at` is null where it has none. */
export const secondStepSchema = v.object({
  confirmed_at: v.nullable(timestampSchema),
  /** Those that are not used yet. */
  recovery_codes: v.number(),
  trusted_browsers: v.number(),
});

export type SecondStep = v.InferOutput<typeof secondStepSchema>;

/** A secret for an authenticator app, in base32 and as an otpauth URL. It is shown once. */
export const startedTotpSchema = v.object({ secret: v.string(), url: v.string() });

export type StartedTotp = v.InferOutput<typeof startedTotpSchema>;

/** New recovery codes, which are shown once. */
export const createdRecoveryCodesSchema = v.object({ recovery_codes: v.array(v.string()) });

export type RecoveryCodes = v.InferOutput<typeof createdRecoveryCodesSchema>;
