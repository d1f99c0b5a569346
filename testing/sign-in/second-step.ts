import {
  createdRecoveryCodesSchema,
  startedTotpSchema,
  type SecondStepInput,
} from '@carrel/shared/contract/sign-in';
import { Secret, TOTP } from 'otpauth';
import { parse } from 'valibot';

import { PASSWORD, type Member, type ServerFixture, type Visitor } from '../server-fixture.ts';

/** An authenticator app that is enrolled. */
export interface EnrolledApp {
  secret: string;
  recoveryCodes: string[];
}

const PERIOD_MILLISECONDS = 30_000;

/** Returns the code of the current time step, or of one that many steps later. */
export function codeOf({ secret }: Pick<EnrolledApp, 'secret'>, steps = 0): string {
  const timestamp = Date.now() + steps * PERIOD_MILLISECONDS;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Enrols an app. The code that confirmed it can be used once more. */
export async function enrolApp(
  { database }: Pick<ServerFixture, 'database'>,
  person: Member,
): Promise<EnrolledApp> {
  const started = await person.call('POST', '/accounts/totp');
  const { secret } = parse(startedTotpSchema, await started.json());
  const json = { code: codeOf({ secret }) };
  const confirmed = await person.call('PUT', '/accounts/totp', { json });
  const { recovery_codes: recoveryCodes } = parse(
    createdRecoveryCodesSchema,
    await confirmed.json(),
  );
  await database.query('UPDATE authenticator_apps SET last_step = 0 WHERE account_id = $1', [
    person.accountId,
  ]);
  return { secret, recoveryCodes };
}

let network = 0;

/** Headers of a network of its own. */
export const elsewhere = (): Record<string, string> => {
  network += 1;
  return { 'X-Forwarded-For': `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}` };
};

/** Signs in with the password, which is the first step of two. */
export const enterPassword = (visitor: Visitor, address: string, password = PASSWORD) =>
  visitor.call('POST', '/accounts/login', {
    json: { email_address: address, password },
    headers: elsewhere(),
  });

export const enterCode = (visitor: Visitor, json: SecondStepInput, headers = elsewhere()) =>
  visitor.call('POST', '/accounts/login/second-step', { json, headers });
