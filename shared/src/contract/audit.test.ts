import { expect, test } from 'vitest';

import { AUDIT_ACTIONS } from './audit.ts';

test('the actions are those of the first release, whose remotes have a word for each', () => {
  expect(AUDIT_ACTIONS).toHaveLength(21);
});
