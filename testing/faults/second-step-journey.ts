import type { RecoveryCodes, StartedTotp } from '@carrel/shared/contract/sign-in';
import { expect } from 'vitest';

import { codeOf } from '../sign-in/second-step.ts';

interface Journey {
  /** Calls the server as the person, who is signed in. */
  call: (method: string, path: string, sent?: { json?: unknown }) => Promise<{ status: number }>;
  /** The token of the link in a mail. */
  mailed: (address: string, link: string) => Promise<string>;
  /** Every secret, by its kind. */
  issued: Map<string, string>;
  address: string;
  password: string;
}

/** Enrols an authenticator app, signs in with right and wrong codes, and asks for a recovery. */
export async function secondStepJourney({
  call,
  mailed,
  issued,
  address,
  password,
}: Journey): Promise<void> {
  const post = (path: string, json: unknown = {}) => call('POST', path, { json });
  const { secret = '', url = '' } = (await post('/accounts/totp')) as Partial<StartedTotp>;
  issued.set('app secret', secret);
  issued.set('otpauth URL', url);
  const code = codeOf({ secret });
  issued.set('app code', code);
  const confirmed = await call('PUT', '/accounts/totp', { json: { code } });
  const { recovery_codes: codes = [] } = confirmed as Partial<RecoveryCodes>;
  expect(codes).toHaveLength(10);
  for (const [place, shown] of codes.entries()) {
    issued.set(`recovery code ${place}`, shown);
    issued.set(`recovery code ${place} as it is stored`, shown.replace('-', ''));
  }
  await post('/accounts/logout');
  await post('/accounts/login', { email_address: address, password });
  expect((await post('/accounts/login/second-step', { code })).status).toBe(400);
  await post('/accounts/login/recovery');
  const token = await mailed(address, 'stop-recovery');
  expect((await post('/accounts/login/recovery/stop', { token })).status).toBe(204);
  const [recovery_code = ''] = codes;
  const trusted = await post('/accounts/login/second-step', { recovery_code, trust_browser: true });
  expect(trusted.status).toBe(200);
}
