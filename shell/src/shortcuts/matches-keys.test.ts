import { afterEach, describe, expect, test, vi } from 'vitest';

import { keyTextOf } from './key-names.ts';
import { matchesKeys } from './matches-keys.ts';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const press = (key: string, more: KeyboardEventInit = {}) =>
  new KeyboardEvent('keydown', { key, ...more });

afterEach(() => vi.restoreAllMocks());

describe('a shortcut', () => {
  test.each([
    ['Mod+B', press('b', { ctrlKey: true }), true],
    ['Mod+B', press('B', { ctrlKey: true }), true],
    ['Mod+B', press('b', { metaKey: true }), false],
    ['Mod+B', press('b', { ctrlKey: true, shiftKey: true }), false],
    ['Mod+B', press('b', { ctrlKey: true, altKey: true }), false],
    ['Mod+B', press('b'), false],
    ['Mod+B', press('и', { ctrlKey: true, code: 'KeyB' }), true],
    ['Mod+B', press('q', { ctrlKey: true, code: 'KeyB' }), false],
    ['Mod+1', press('1', { ctrlKey: true }), true],
    ['Mod+1 Alt+1', press('1', { ctrlKey: true }), true],
    ['Mod+1 Alt+1', press('1', { altKey: true }), true],
    ['Mod+1 Alt+1', press('¡', { altKey: true, code: 'Digit1' }), true],
    ['Mod+1 Alt+1', press('2', { altKey: true, code: 'Digit2' }), false],
    ['Mod+1 Alt+1', press('1', { altKey: true, ctrlKey: true }), false],
    ['Mod+1 Alt+1', press('1'), false],
    ['?', press('?', { shiftKey: true }), true],
    ['?', press('?'), true],
    ['?', press('/', { shiftKey: true }), false],
  ])('%s: %o is it: %s', (keys, event, is) => {
    expect(matchesKeys(event, keys)).toBe(is);
  });

  test('uses the Command key on a Mac', () => {
    expect(keyTextOf('Mod+Shift+K')).toBe('Ctrl Shift K');
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(MAC);
    expect(matchesKeys(press('b', { metaKey: true }), 'Mod+B')).toBe(true);
    expect(matchesKeys(press('b', { ctrlKey: true }), 'Mod+B')).toBe(false);
    expect(keyTextOf('Mod+Shift+K')).toBe('⌘⇧K');
  });
});
