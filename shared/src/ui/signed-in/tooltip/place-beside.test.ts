import { expect, it } from 'vitest';

import { placeBeside } from './place-beside.ts';

const view = { width: 1000, height: 600 };
const size = { width: 100, height: 30 };

it.each([
  ['top', { left: 450, top: 264 }],
  ['bottom', { left: 450, top: 326 }],
  ['left', { left: 384, top: 295 }],
  ['right', { left: 516, top: 295 }],
] as const)('stands %s of its control, in the middle', (side, place) => {
  expect(placeBeside(side, { left: 490, top: 300, width: 20, height: 20 }, size, view)).toEqual(
    place,
  );
});

it('is on the other side when there is no room', () => {
  expect(placeBeside('top', { left: 490, top: 10, width: 20, height: 20 }, size, view).top).toBe(
    36,
  );
  expect(
    placeBeside('bottom', { left: 490, top: 580, width: 20, height: 20 }, size, view).top,
  ).toBe(544);
  expect(
    placeBeside('right', { left: 950, top: 300, width: 20, height: 20 }, size, view).left,
  ).toBe(844);
});

it('stays in the window', () => {
  expect(placeBeside('top', { left: 0, top: 300, width: 20, height: 20 }, size, view).left).toBe(8);
  expect(placeBeside('top', { left: 980, top: 300, width: 20, height: 20 }, size, view).left).toBe(
    892,
  );
});
