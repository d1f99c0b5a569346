import { expect, test } from 'vitest';

import { cookieHeader, storeCookies } from './cookies.ts';

const SIGNED_IN = storeCookies(
  [],
  [
    'carrel_access=a; Max-Age=900; Path=/api; HttpOnly; SameSite=Lax',
    'carrel_refresh=r.1=; Max-Age=900; Path=/api/v1/accounts/sessions; HttpOnly',
    'carrel_signed_in=1; Max-Age=900; Path=/',
  ],
);

test('a cookie is sent to its path and below, and nowhere else', () => {
  expect(cookieHeader(SIGNED_IN, '/api/v1/datasets')).toBe('carrel_access=a; carrel_signed_in=1');
  expect(cookieHeader(SIGNED_IN, '/api/v1/accounts/sessions')).toBe(
    'carrel_access=a; carrel_refresh=r.1=; carrel_signed_in=1',
  );
  expect(cookieHeader(SIGNED_IN, '/apis')).toBe('carrel_signed_in=1');
  expect(cookieHeader([], '/api')).toBeUndefined();
});

test('a new value replaces the old one, and an expired cookie is gone', () => {
  const renewed = storeCookies(SIGNED_IN, [
    'carrel_access=b; Max-Age=900; Path=/api',
    'carrel_signed_in=; Max-Age=0; Path=/',
    'no cookie',
  ]);
  expect(cookieHeader(renewed, '/api')).toBe('carrel_access=b');
});
