import { expect, test } from 'vitest';

import { createJoinedWork } from './joined-work.ts';

const aborted = () => new Error('aborted');

function heldWork() {
  const join = createJoinedWork<string>(aborted);
  const { promise, resolve } = Promise.withResolvers<string>();
  const started: AbortSignal[] = [];
  const ask = (client: AbortController) =>
    join('document', client.signal, (signal) => {
      started.push(signal);
      return promise;
    });
  return { ask, started, end: () => resolve('text') };
}

test('who asks for the same meanwhile gets its result, and work that has ended is begun anew', async () => {
  const { ask, started, end } = heldWork();
  const asked = [ask(new AbortController()), ask(new AbortController())];
  expect(started).toHaveLength(1);
  end();
  await expect(Promise.all(asked)).resolves.toEqual(['text', 'text']);
  await ask(new AbortController());
  expect(started).toHaveLength(2);
});

test('work is aborted once the last who waits has left, and whoever comes then begins anew', async () => {
  const { ask, started } = heldWork();
  const [first, second] = [new AbortController(), new AbortController()];
  const asked = [ask(first), ask(second)];
  first.abort();
  await expect(asked[0]).rejects.toThrow('aborted');
  expect(started[0]?.aborted).toBe(false);
  second.abort();
  await expect(asked[1]).rejects.toThrow('aborted');
  expect(started[0]?.aborted).toBe(true);
  void ask(new AbortController());
  expect(started).toHaveLength(2);
});

test('whoever has left before does not begin it', async () => {
  const { ask, started } = heldWork();
  const client = new AbortController();
  client.abort();
  await expect(ask(client)).rejects.toThrow('aborted');
  expect(started).toHaveLength(0);
});
