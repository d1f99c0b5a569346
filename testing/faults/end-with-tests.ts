import type { ChildProcess } from 'node:child_process';

import { afterAll } from 'vitest';

const children: ChildProcess[] = [];

// Vitest waits indefinitely for every process that shares its output: a test that fails before it ends
// its server would prevent the run from ending.
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Kills a process after the test file that started it, also if its tests failed. */
export function endWithTests<Child extends ChildProcess>(child: Child): Child {
  children.push(child);
  return child;
}
