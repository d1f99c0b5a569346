import type { ChildProcess } from 'node:child_process';

import { afterAll } from 'vitest';

const children: ChildProcess[] = [];

// Vitest waits for every process that shares its output, for ever: a test that fails before it
// ends its server would keep the whole run from ending.
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Kills a process when the test file that started it has run, however its tests ended. */
export function endWithTests<Child extends ChildProcess>(child: Child): Child {
  children.push(child);
  return child;
}
