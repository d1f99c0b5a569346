import { consolePaths } from '@carrel/shared/paths';
import { expect, test } from 'vitest';

import { prepareScreen } from './prepare-screen.ts';

test('the dashboard needs no remote to be drawn', async () => {
  expect(await prepareScreen(consolePaths.dashboard())).toBe(true);
});

test('a path without a screen cannot be drawn', async () => {
  expect(await prepareScreen('/nowhere')).toBe(false);
});
