import { ApiError } from '@carrel/shared/api';
import { telemetryEventSchema } from '@carrel/shared/contract';
import type { Registry } from '@carrel/shared/releases';
import { parse } from 'valibot';
import { describe, expect, test } from 'vitest';

import { toTelemetryEvent } from './to-telemetry-event.ts';

const release = (entry: string) => ({
  version: '7',
  entry,
  chunks: {},
  integrity: {},
  requires: { shellApi: '^1.0.0', shared: {} },
  routes: [],
});

const registry: Registry = {
  remotes: {
    'mf-auth': {
      ...release('/remotes/mf-auth/7/entry.js'),
      previous: release('/remotes/mf-auth/6/entry.js'),
      routes: [{ path: '/accounts/reset-password/:token?', access: 'public' }],
    },
    'mf-datasets': release('https://datasets.example/7/entry.js'),
  },
};

const broken = (stack: string, message = 'It broke') =>
  Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n${stack}` });

const describeError = (error: unknown, pathname = '/dashboard') => {
  const event = toTelemetryEvent({ kind: 'error', error }, [registry], pathname);
  return event === undefined ? undefined : parse(telemetryEventSchema, event);
};

describe('an error', () => {
  test('belongs to the remote of the first script in its stack, and contains no token', () => {
    const stack = [
      '    at run (http://localhost:3000/shell/vendor.0123456789abcdef.js?x=1:1:200)',
      '    at Page (http://localhost:3000/remotes/mf-auth/7/routes.js:2:30)',
      '    at http://localhost:3000/accounts/reset-password/s3cret:1:1',
      '    at List (https://datasets.example/7/routes.js:4:5)',
    ].join('\n');
    expect(
      describeError(broken(stack, 'No ada@example.com'), '/accounts/reset-password/s3cret'),
    ).toEqual({
      kind: 'error',
      message: 'TypeError: No [e-mail]',
      stack: [
        '/shell/vendor.0123456789abcdef.js:1:200',
        '/remotes/mf-auth/7/routes.js:2:30',
        'https://datasets.example/7/routes.js:4:5',
      ],
      remote: 'mf-auth',
      route: '/accounts/reset-password/:token?',
    });
  });

  test.each([
    ['of the version before', 'Page@http://localhost:3000/remotes/mf-auth/6/a.js:1:2', 'mf-auth'],
    ['of another origin', 'Page@https://datasets.example/7/a.js:1:2', 'mf-datasets'],
    ['of the shell', 'Page@http://localhost:3000/shell/a.js:1:2', undefined],
    ['of a look-alike', 'Page@https://datasets.example.evil/7/a.js:1:2', undefined],
  ])('%s is recognized', (_, stack, remote) => {
    expect(describeError(broken(stack))).toMatchObject({ ...(remote && { remote }) });
    expect(describeError(broken(stack))).toHaveProperty('kind', 'error');
    expect((describeError(broken(stack)) as { remote?: string }).remote).toBe(remote);
  });

  test('of the server has its kind and the request, not the message, which may contain user data', () => {
    const error = new ApiError('http', 'The dataset Salaries exists', {
      status: 409,
      requestId: 'req-7',
    });
    expect(describeError(error, '/nowhere')).toMatchObject({
      message: 'ApiError http 409 req-7',
      route: 'unknown',
    });
  });

  test.each([
    ['that is the end of a session', new ApiError('session', 'Session expired.')],
    ['of an extension', broken('at x (chrome-extension://abc/content.js:1:1)')],
    ['of an observer', 'ResizeObserver loop completed with undelivered notifications.'],
  ])('%s is not reported', (_, error) => {
    expect(describeError(error)).toBeUndefined();
  });

  test('of any type has a message', () => {
    expect(describeError(undefined)).toMatchObject({ message: 'undefined', stack: [] });
    expect(describeError('x'.repeat(5000))?.kind).toBe('error');
  });
});

const describeViolation = (violation: Partial<SecurityPolicyViolationEvent>) =>
  toTelemetryEvent(
    {
      kind: 'csp-violation',
      violation: {
        sourceFile: '',
        blockedURI: '',
        effectiveDirective: 'img-src',
        ...violation,
      } as SecurityPolicyViolationEvent,
    },
    [registry],
    '/dashboard',
  );

describe('a violation of the policy', () => {
  test('names the directive, the origin and the remote that caused it', () => {
    expect(
      describeViolation({
        blockedURI: 'https://tracker.example/x.png?who=ada',
        sourceFile: 'http://localhost:3000/remotes/mf-auth/7/routes.js',
      }),
    ).toEqual({
      kind: 'csp-violation',
      directive: 'img-src',
      blocked: 'https://tracker.example',
      remote: 'mf-auth',
      route: '/dashboard',
    });
  });

  test('belongs to the remote that was blocked, where its source is unknown', () => {
    expect(describeViolation({ blockedURI: 'https://datasets.example/7/entry.js' })).toMatchObject({
      remote: 'mf-datasets',
    });
    expect(describeViolation({ blockedURI: 'eval' })).toMatchObject({ blocked: 'eval' });
    expect(
      describeViolation({ sourceFile: 'moz-extension', blockedURI: 'moz-extension://x/y' }),
    ).toBeUndefined();
  });
});
