import { expect, test } from 'vitest';

import { createServiceCircuit } from './service-circuit.ts';
import { ServiceUnavailable } from './service-unavailable.ts';

const away = () => Promise.reject(new ServiceUnavailable('The service is away.'));

test('a service that recovers is found by one probe', async () => {
  const attempt = createServiceCircuit('service', undefined, { first: 0, most: 0 });
  expect(await attempt(away)).toEqual({ unavailable: 'The service is away.' });
  const probe = Promise.withResolvers<string>();
  const probing = attempt(() => probe.promise);
  expect(await attempt(() => Promise.resolve('sent'))).toEqual({
    unavailable: 'The service is away.',
  });
  probe.resolve('well');
  expect(await probing).toEqual({ value: 'well' });
  expect(await attempt(() => Promise.resolve('sent'))).toEqual({ value: 'sent' });
});

test('a service that is away is not asked again for a while', async () => {
  const attempt = createServiceCircuit('service', undefined, { first: 60_000, most: 60_000 });
  let requests = 0;
  const count = () => {
    requests += 1;
    return away();
  };
  await Promise.all([attempt(count), attempt(count)]);
  expect(await attempt(count)).toEqual({ unavailable: 'The service is away.' });
  expect(requests).toBe(2);
});

test('a service that hangs has a bounded number of requests', async () => {
  const attempt = createServiceCircuit('service');
  const hanging = Promise.withResolvers<string>();
  const all = Array.from({ length: 40 }, () => attempt(() => hanging.promise));
  expect(await all.at(-1)).toEqual({ unavailable: 'Too many searches wait for the service.' });
  hanging.resolve('late');
  const results = await Promise.all(all);
  expect(results.filter((result) => 'value' in result)).toHaveLength(32);
});

test('an error of another kind is hidden from users', async () => {
  const attempt = createServiceCircuit('service');
  expect(await attempt(() => Promise.reject(new Error('secret')))).toEqual({
    unavailable: 'The service failed.',
  });
});
