import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { Button } from '../../guest/controls/button.tsx';
import { UiProvider } from '../../theme/ui-provider.tsx';
import { Tooltip } from './tooltip.tsx';

let tests = 0;
const edit = vi.fn<() => Promise<void>>();

beforeEach(() => {
  tests += 1;
  const now = performance.now();
  vi.useFakeTimers();
  // The fake clock starts at 0. This is long after the last tooltip was closed: by another file of this process in
  // real time, or by the test before.
  vi.advanceTimersByTime(now + 10_000 * tests);
  render(
    <UiProvider>
      <Tooltip content="Deletes it">
        <Button>Delete</Button>
      </Tooltip>
      <Tooltip content="Changes it">
        <Button onClick={edit}>Edit</Button>
      </Tooltip>
    </UiProvider>,
  );
});

afterEach(() => {
  fireEvent.keyDown(document, { key: 'Escape' });
  vi.useRealTimers();
});

const button = (name: string) => screen.getByRole('button', { name });
const hover = (name: string) => fireEvent.pointerEnter(button(name), { pointerType: 'mouse' });
const leave = (name: string) => fireEvent.pointerLeave(button(name), { pointerType: 'mouse' });
const wait = (time: number) => act(() => void vi.advanceTimersByTime(time));

it('opens after 700 ms of hovering and describes its control', () => {
  hover('Delete');
  wait(699);
  expect(screen.queryByRole('tooltip')).toBeNull();
  wait(1);
  const tooltip = screen.getByRole('tooltip');
  expect(tooltip.textContent).toBe('Deletes it');
  expect(button('Delete').getAttribute('aria-describedby')).toBe(tooltip.id);
});

it('opens at once when another was just closed, and not 300 ms later', () => {
  hover('Delete');
  wait(700);
  leave('Delete');
  wait(200);
  expect(screen.queryByRole('tooltip')).toBeNull();
  hover('Edit');
  wait(0);
  expect(screen.getByRole('tooltip').textContent).toBe('Changes it');
  leave('Edit');
  wait(500);
  hover('Delete');
  wait(10);
  expect(screen.queryByRole('tooltip')).toBeNull();
});

it('opens at once when the pointer comes straight from another, which closes', () => {
  hover('Delete');
  wait(700);
  leave('Delete');
  hover('Edit');
  wait(0);
  expect(screen.getByRole('tooltip').textContent).toBe('Changes it');
});

it('does not open at once after a control whose tooltip never opened', () => {
  hover('Delete');
  wait(100);
  leave('Delete');
  hover('Edit');
  wait(10);
  expect(screen.queryByRole('tooltip')).toBeNull();
});

it('closes with Escape and when its control is pressed', () => {
  hover('Delete');
  wait(700);
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(screen.queryByRole('tooltip')).toBeNull();
  hover('Edit');
  wait(0);
  fireEvent.click(button('Edit'));
  expect(screen.queryByRole('tooltip')).toBeNull();
});

it('stays open while the pointer is on it', () => {
  hover('Delete');
  wait(700);
  leave('Delete');
  fireEvent.pointerEnter(screen.getByRole('tooltip'), { pointerType: 'mouse' });
  wait(1000);
  expect(screen.getByRole('tooltip')).toBeDefined();
});

it('does not open on touch', () => {
  fireEvent.pointerEnter(button('Delete'), { pointerType: 'touch' });
  wait(2000);
  expect(screen.queryByRole('tooltip')).toBeNull();
});

it('leaves the promise of its control’s action to the control, which does not act twice', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  edit.mockReturnValue(promise);
  fireEvent.click(button('Edit'));
  fireEvent.click(button('Edit'));
  expect(edit).toHaveBeenCalledTimes(1);
  resolve();
  await promise;
  fireEvent.click(button('Edit'));
  expect(edit).toHaveBeenCalledTimes(2);
});
