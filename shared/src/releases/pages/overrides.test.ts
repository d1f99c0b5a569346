import { describe, expect, test } from 'vitest';

import {
  OVERRIDES_COOKIE,
  mayOverride,
  overrideProblem,
  overridesCookieValue,
  wantedOverrides,
} from './overrides.ts';

const kept = (...overrides: { remote: string; url: string }[]) =>
  `theme=dark; ${OVERRIDES_COOKIE}=${overridesCookieValue(overrides)}`;

const datasets = { remote: 'mf-datasets', url: 'http://localhost:3004/a?b=c' };
const auth = { remote: 'mf-auth', url: 'http://localhost:3001' };

describe('the overrides of a page', () => {
  test('come from its query', () => {
    const search = `?path=x&override-remote=${encodeURIComponent('mf-datasets=http://localhost:3004/a?b=c')}`;
    expect(wantedOverrides(search, '')).toEqual([datasets]);
    expect(wantedOverrides('?override-remote=mf-auth=http://localhost:3001', '')).toEqual([auth]);
  });

  test('are kept in a cookie, until the query has another for the same remote', () => {
    expect(wantedOverrides('', kept(datasets, auth))).toEqual([datasets, auth]);
    const search = '?override-remote=mf-auth=http://localhost:4000';
    expect(wantedOverrides(search, kept(datasets, auth))).toEqual([
      datasets,
      { remote: 'mf-auth', url: 'http://localhost:4000' },
    ]);
  });

  test('are none once the query has an empty one, or where there were none', () => {
    expect(wantedOverrides('?override-remote=', kept(datasets))).toEqual([]);
    expect(wantedOverrides('?path=x', 'theme=dark')).toEqual([]);
    expect(wantedOverrides('', `${OVERRIDES_COOKIE}=%E0%A4%A`)).toEqual([]);
  });
});

describe('an override', () => {
  const registry = { remotes: { 'mf-datasets': {} } };
  const problem = (url: string, environment = 'staging', remote = 'mf-datasets') =>
    overrideProblem({ remote, url }, { environment, registry });

  test.each([
    'http://localhost:3004',
    'https://localhost/x/release.json',
    'http://127.0.0.1:3004/',
    'http://[::1]:3004/',
    'http://mf-datasets.localhost:3004/',
  ])('from %s is allowed', (url) => {
    expect(problem(url)).toBeUndefined();
  });

  test.each([
    ['localhost:3004', 'no-address'],
    ['', 'no-address'],
    ['javascript:alert(1)', 'no-address'],
    ['data:text/javascript,1', 'no-address'],
    ['https://evil.example/', 'elsewhere'],
    ['https://localhost.evil.example/', 'elsewhere'],
    ['https://evillocalhost/', 'elsewhere'],
    ['http://localhost@evil.example/', 'elsewhere'],
    ['http://192.168.1.5:3004/', 'elsewhere'],
    ['http://127.0.0.1.evil.example/', 'elsewhere'],
  ])('from "%s" is not: %s', (url, expected) => {
    expect(problem(url)).toBe(expected);
  });

  test('needs a registered remote', () => {
    expect(problem('http://localhost:1', 'staging', 'mf-nothing')).toBe('unknown-remote');
    expect(problem('http://localhost:1', 'staging', 'toString')).toBe('unknown-remote');
  });

  test('is allowed in production only by the registry', () => {
    expect(problem('http://localhost:3004', 'production')).toBe('forbidden');
    const allowing = {
      environment: 'production',
      registry: { ...registry, overridesAllowed: true },
    };
    expect(overrideProblem(datasets, allowing)).toBeUndefined();
    expect(mayOverride(allowing)).toBe(true);
    expect(mayOverride({ environment: 'staging', registry })).toBe(true);
    expect(mayOverride({ environment: 'production', registry })).toBe(false);
  });
});
