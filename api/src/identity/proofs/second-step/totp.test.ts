import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';

import { newTotp, stepOfCode } from './totp.ts';

test('the codes are those of RFC 6238', () => {
  const secret = Secret.fromLatin1('12345678901234567890').base32;
  expect(stepOfCode(secret, '287082', 59)).toBe(1);
  expect(stepOfCode(secret, '081804', 1_111_111_109)).toBe(37_037_036);
});

test('codes of the step before and of the next one are accepted, and no others', () => {
  const { secret } = newTotp('ada@example.com');
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const step = 59_000_000;
  for (const seconds of [step * 30, step * 30 + 29.9]) {
    for (const distance of [-3, -2, -1, 0, 1, 2, 3]) {
      const code = totp.generate({ timestamp: (step + distance) * 30_000 });
      const found = stepOfCode(secret, code, seconds);
      expect([distance, found]).toEqual([
        distance,
        Math.abs(distance) <= 1 ? step + distance : undefined,
      ]);
    }
  }
});
