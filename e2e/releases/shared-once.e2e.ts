import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';

import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

/** The last build; the console's folder has earlier releases as well. */
const BUILT = path.resolve(import.meta.dirname, '../../dist/staging');

/** One file of each module that must exist once: the end of its path in a source map. */
const ONCE = [
  'react/cjs/react.production.js',
  'react-dom/cjs/react-dom-client.production.js',
  'react/cjs/react-jsx-runtime.production.js',
  'shared/src/ui/theme/system.ts',
  'shared/src/api/client/client.ts',
  'shared/src/shell/shell-context.tsx',
  'shared/src/contract/accounts.ts',
];

const ONCE_BY_PACKAGE = [
  'jotai',
  '@emotion/react',
  '@emotion/cache',
  'react-router',
  'ky',
  '@chakra-ui/react',
];

interface Chunk {
  file: string;
  sources: string[];
}

const chunks: Chunk[] = readdirSync(BUILT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.js.map'))
  .map((file) => {
    const map = JSON.parse(readFileSync(path.join(BUILT, file), 'utf8')) as { sources: string[] };
    return { file, sources: map.sources };
  });

const chunksWith = (matches: (source: string) => boolean) =>
  chunks.filter(({ sources }) => sources.some(matches)).map(({ file }) => file);

test.describe('in the built files', () => {
  for (const end of ONCE) {
    test(`${end} is in one chunk, of the shell`, () => {
      const found = chunksWith((source) => source.endsWith(end));
      expect(found).toHaveLength(1);
      expect(found[0]).toMatch(/^shell\//);
    });
  }

  for (const name of ONCE_BY_PACKAGE) {
    test(`${name} is in the shell only, and no module of it twice`, () => {
      const sources = chunks.flatMap(({ file, sources }) =>
        sources
          .filter((source) => source.includes(`/node_modules/${name}/`))
          .map((source) => ({ file, source })),
      );
      expect(sources.length).toBeGreaterThan(0);
      expect(sources.filter(({ file }) => !file.startsWith('shell/'))).toEqual([]);
      expect(new Set(sources.map(({ source }) => source)).size).toBe(sources.length);
    });
  }
});

test('in the browser one React renders the screen of a remote', async ({ page }) => {
  const server = await ServerProcess.start();
  try {
    await page.addInitScript(() => {
      const renderers: unknown[] = [];
      Object.assign(globalThis, {
        renderers,
        __REACT_DEVTOOLS_GLOBAL_HOOK__: {
          supportsFiber: true,
          inject: (renderer: unknown) => renderers.push(renderer),
          onCommitFiberRoot: () => undefined,
          onCommitFiberUnmount: () => undefined,
          onPostCommitFiberRoot: () => undefined,
        },
      });
    });
    await page.goto(server.url + consolePaths.login());
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    const counts = await page.evaluate(() => {
      const { renderers, __FEDERATION__: federation } = globalThis as unknown as {
        renderers: unknown[];
        __FEDERATION__: {
          __INSTANCES__: { shareScopeMap: Record<string, Record<string, object>> }[];
        };
      };
      const versions = federation.__INSTANCES__.flatMap(({ shareScopeMap }) =>
        Object.entries(shareScopeMap['default'] ?? {}).map(
          ([name, provided]) => [name, Object.keys(provided).length] as const,
        ),
      );
      return { renderers: renderers.length, versions };
    });
    expect(counts.renderers).toBe(1);
    expect(counts.versions.length).toBeGreaterThan(10);
    expect(counts.versions.filter(([, provided]) => provided !== 1)).toEqual([]);
  } finally {
    await server.stop();
  }
});
