import { expect, test } from 'vitest';

import { forCaller } from '../database/reach.ts';
import { readReach } from './object-access.ts';

test('who is no member any more when the reach is read, is refused', async () => {
  const member = { organizationId: crypto.randomUUID(), accountId: crypto.randomUUID() };
  const reading = forCaller(() =>
    readReach(() => Promise.resolve([]), member, { path: '/api/v1/datasets' }),
  );
  await expect(reading).rejects.toMatchObject({ status: 404 });
});
