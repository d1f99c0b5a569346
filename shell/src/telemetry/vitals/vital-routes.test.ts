import { VITAL_ROUTES } from '@carrel/shared/contract';
import { consoleRoutes } from '@carrel/shared/paths';
import { expect, test } from 'vitest';

test('figures of every screen of the console are told apart', () => {
  expect(VITAL_ROUTES).toEqual(Object.values(consoleRoutes));
});
