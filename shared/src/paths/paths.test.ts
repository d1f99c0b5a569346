import { describe, expect, test } from 'vitest';

import { apiPaths, consolePaths, isSessionExempt } from './public.ts';
import { signInPaths } from './sign-in/public.ts';

function callAll(paths: Record<string, (...args: never[]) => string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(paths).map(([name, build]) => [
      name,
      (build as (...args: unknown[]) => string)('a/b', name === 'archiveUpload' ? {} : 'c d'),
    ]),
  );
}

describe('the URLs of the product', () => {
  test('every console path is as written down', () => {
    expect(callAll(consolePaths)).toMatchSnapshot();
  });

  test('every API path is as written down', () => {
    expect(
      callAll({
        ...apiPaths,
        ...signInPaths,
        documents: () => '',
        navigate: () => '',
        audit: () => '',
        models: () => '',
        manifest: () => '',
        testQuestions: () => '',
        datasetEvents: () => '',
      }),
    ).toMatchSnapshot();
  });

  test('a query leaves out what is not set', () => {
    expect(apiPaths.documents('1', { page: 2, limit: 1 })).toBe(
      'api/v1/datasets/1/documents?page=2&limit=1',
    );
    expect(apiPaths.audit('a/b', { day: '2026-11-21', offset: 0 })).toBe(
      'api/v1/organizations/a%2Fb/audit?day=2026-11-21&offset=0',
    );
    expect(apiPaths.navigate('1', { path: '' })).toBe('api/v1/datasets/1/navigate');
    expect(apiPaths.navigate('1', { path: 'a b/ü&c' })).toBe(
      'api/v1/datasets/1/navigate?path=a+b%2F%C3%BC%26c',
    );
    expect(apiPaths.testQuestions('1', { query: 'how?' })).toBe(
      'api/v1/workspaces/1/questions?query=how%3F',
    );
    expect(apiPaths.testRun('1', '2', { against: '3' })).toBe(
      'api/v1/workspaces/1/test-runs/2?against=3',
    );
    expect(apiPaths.manifest('1', { limit: 5000 })).toBe('api/v1/datasets/1/manifest?limit=5000');
    expect(apiPaths.datasetEvents('1', { organization_id: '2', after: '3' })).toBe(
      'api/v1/datasets/1/events?organization_id=2&after=3',
    );
    expect(apiPaths.archiveEntries('1', '2', { outcome: 'refused', limit: 500 })).toBe(
      'api/v1/datasets/1/archives/2/entries?outcome=refused&limit=500',
    );
    expect(
      apiPaths.archiveUpload('1', { sync: true, delete_orphans: false, purge_on_completion: true }),
    ).toBe('api/v1/datasets/1/archives?sync=true&delete_orphans=false&purge_on_completion=true');
  });

  test('the page of a document names a chunk of it, and words that are marked there', () => {
    expect(consolePaths.document('1', '2')).toBe('/datasets/1/documents/2');
    expect(consolePaths.document('1', '2', 0, [])).toBe('/datasets/1/documents/2?chunk=0');
    expect(consolePaths.document('1', '2', 12, ['L’été', 'C++'])).toBe(
      '/datasets/1/documents/2?chunk=12&words=L%E2%80%99%C3%A9t%C3%A9+C%2B%2B',
    );
  });

  test.each([
    ['/accounts/email-confirm/x', true],
    ['/accounts/reset-password/x', true],
    ['/organizations/accept-invitation/x', true],
    ['/organizations/join/x', true],
    ['/organizations/1/settings', false],
    ['/dashboard', false],
  ])('a failed session stays on %s: %s', (pathname, stays) => {
    expect(isSessionExempt(pathname)).toBe(stays);
  });
});
