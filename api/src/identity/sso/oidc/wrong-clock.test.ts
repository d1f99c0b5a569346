import { afterAll, beforeAll, expect, test } from 'vitest';

import { shiftClock } from '@carrel/testing/servers/preloads/shift-clock.ts';
import { createSsoFixture, type SsoFixture } from '@carrel/testing/sso/sso-fixture.ts';

let fixture: SsoFixture;

beforeAll(async () => {
  fixture = await createSsoFixture();
  await fixture.save();
});
afterAll(() => fixture.close());

test.each([3_600_000, -3_600_000])(
  'people sign in by a provider although the clock of this process is wrong by %i ms',
  async (milliseconds) => {
    const now = Math.floor(Date.now() / 1000);
    fixture.provider.claims = { iat: now, exp: now + 300, auth_time: now };
    const restore = shiftClock(milliseconds);
    try {
      const visitor = fixture.server.visitor();
      const url = await fixture.begin(visitor);
      const location = await fixture.comeBack(visitor, fixture.provider.signIn(url));
      expect(location).toBe('/dashboard');
      expect((await visitor.call('GET', '/accounts/current')).status).toBe(200);
    } finally {
      restore();
    }
  },
);
