import {
  DISABLE_PARAMETER,
  OVERRIDE_PARAMETER,
  OVERRIDES_COOKIE,
  overridesCookieValue,
} from '@carrel/shared/releases';
import { afterEach, expect, test } from 'vitest';

import { mayHaveOverrides } from './may-have-overrides.ts';

const clear = () => {
  window.history.replaceState(null, '', '/');
  document.cookie = `${OVERRIDES_COOKIE}=; Path=/; Max-Age=0`;
};

afterEach(clear);

test('overrides are detected by the names in the contract, and by nothing else', () => {
  document.cookie = 'theme=dark; Path=/';
  for (const search of ['', '?path=override-remote', '?x-override-remote=1']) {
    window.history.replaceState(null, '', `/${search}`);
    expect(mayHaveOverrides()).toBe(false);
  }
  for (const parameter of [OVERRIDE_PARAMETER, DISABLE_PARAMETER]) {
    window.history.replaceState(null, '', `/?path=a&${parameter}=x`);
    expect(mayHaveOverrides()).toBe(true);
  }
  clear();
  const kept = overridesCookieValue([{ remote: 'mf-auth', url: 'http://localhost:3001' }]);
  document.cookie = `${OVERRIDES_COOKIE}=${kept}; Path=/`;
  expect(mayHaveOverrides()).toBe(true);
});
