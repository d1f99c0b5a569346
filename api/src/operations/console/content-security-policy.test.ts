import type { Registry } from '@carrel/shared/releases';
import { expect, test } from 'vitest';

import { contentSecurityPolicy } from './content-security-policy.ts';

const release = (folder: string, version: string) => ({
  version,
  entry: `${folder}/entry.js`,
  chunks: { './routes': [`${folder}/routes.js`] },
  integrity: {},
  requires: { shellApi: '^1.0.0', shared: {} },
  routes: [],
});

const here: Registry = { remotes: { 'mf-auth': release('/remotes/mf-auth/1', '1') } };

const policyFor = (registry: Registry, more = {}): Record<string, string> => {
  const policy = contentSecurityPolicy({
    inlineScript: 'theme()',
    trustedTypes: true,
    registry,
    environment: 'staging',
    calls: [],
    overrides: [],
    ...more,
  });
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );
};

test('scripts load from the own origin and one inline script by its hash; eval is forbidden', () => {
  const policy = policyFor(here);
  expect(policy['script-src']).toMatch(/^'self' 'sha256-[\w+/]+='$/);
  expect(policy['connect-src']).toBe("'self'");
  expect(policy['default-src']).toBe("'none'");
  expect(Object.values(policy).join(' ')).not.toContain('unsafe-eval');
  expect(policy['script-src']).not.toContain('unsafe-inline');
});

test('text becomes HTML only by the policy for documents, in frames of no other page', () => {
  const policy = policyFor(here);
  expect(policy['require-trusted-types-for']).toBe("'script'");
  expect(policy['trusted-types']).toBe("default document-page 'allow-duplicates'");
  expect(policy).not.toHaveProperty('frame-src');
  expect(policy).not.toHaveProperty('child-src');
});

test('images are those of the page and of bytes that it has read, of no other origin', () => {
  expect(policyFor(here)['img-src']).toBe("'self' data: blob:");
  expect(policyFor(here)['script-src']).not.toContain('blob:');
});

test('a shell that creates no Trusted Types policy, as earlier ones, is served without', () => {
  expect(policyFor(here, { trustedTypes: false })).not.toHaveProperty('trusted-types');
  expect(policyFor(here, { trustedTypes: false })).not.toHaveProperty('require-trusted-types-for');
});

test('the page may call the API and the telemetry on other origins', () => {
  const calls = [
    'https://api.example',
    'https://telemetry.example/carrel?x=1',
    '/api/v1',
    undefined,
  ];
  expect(policyFor(here, { calls })['connect-src']).toBe(
    "'self' https://api.example https://telemetry.example",
  );
});

test('a remote on its own origin may load everything from there, and so may its other releases', () => {
  const registry: Registry = {
    remotes: {
      ...here.remotes,
      'mf-datasets': {
        ...release('https://datasets.example/2', '2'),
        previous: release('https://old.example/1', '1'),
        channel: { name: 'early', share: 5, release: release('https://early.example/3', '3') },
      },
    },
  };
  const policy = policyFor(registry);
  for (const name of ['script-src', 'style-src', 'font-src', 'img-src', 'connect-src']) {
    expect(policy[name]).toContain(
      'https://datasets.example https://old.example https://early.example',
    );
  }
});

test('a permitted override may load, and no other', () => {
  const overrides = [
    { remote: 'mf-auth', url: 'http://localhost:3001/x' },
    { remote: 'mf-auth', url: 'https://evil.example' },
    { remote: 'mf-auth', url: "http://localhost:1; script-src 'unsafe-eval'" },
  ];
  expect(policyFor(here, { overrides })['script-src']).toMatch(
    /^'self' 'sha256-\S+ http:\/\/localhost:3001$/,
  );
  expect(policyFor(here, { overrides })['connect-src']).toBe("'self' http://localhost:3001");
  const production = policyFor(here, { overrides, environment: 'production' });
  expect(production).toEqual(policyFor(here));
  const allowed = policyFor(
    { ...here, overridesAllowed: true },
    { overrides, environment: 'production' },
  );
  expect(allowed['script-src']).toContain('http://localhost:3001');
});
