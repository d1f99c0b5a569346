import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';

import { SHORT_LIVED } from '@carrel/testing/servers/short-lived.ts';
import {
  hasCitus,
  NOT_ON_CITUS,
  NOT_ON_POSTGRES,
  ON_PGBOUNCER,
  onCitus,
  onEmbedded,
  ONLY_ON_CITUS,
  onPostgres,
} from './scripts/check/engines.ts';
import { REMOTES } from './scripts/publish/built-state.ts';
import { SERVER_ENVIRONMENT } from './scripts/run/server-environment.ts';

if (!hasCitus) process.stdout.write('PostgreSQL has no Citus here: api-on-citus is skipped.\n');

const browserPackages = ['shared', 'shell', ...REMOTES];

/** Links to the packages of this repository lead back to their tests. */
const INSTALLED = ['**/node_modules/**'];

const api = {
  execArgv: [...SHORT_LIVED],
  // The server's modules are imported once in a process, which saves a third of the time of a short file.
  isolate: false,
  include: ['{api/src,testing}/**/*.test.ts'],
  setupFiles: [`${import.meta.dirname}/testing/sign-in/set-up-passwords.ts`],
  // Against hanging only: two of these run beside each other, and some start several processes.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // Node's cache of compiled modules, for the processes that tests start.
  env: { NODE_COMPILE_CACHE: SERVER_ENVIRONMENT.NODE_COMPILE_CACHE },
};

const TUS_IN_BROWSERS = `${import.meta.dirname}/shared/node_modules/tus-js-client/lib.esm/browser/index.js`;

export default defineConfig({
  test: {
    // Many of these tests wait: two workers use 72 % of two cores, three 87 % (measured in November 2026).
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { name: 'architecture', include: ['architecture.test.ts', 'scripts/**/*.test.ts'] } },
      ...browserPackages.map((name) => ({
        test: {
          name,
          root: `./${name}`,
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // Each process imports a package's modules once, not once for each file, which halves the
          // time. The shell's keep state for as long as a page is open.
          isolate: name === 'shell',
          setupFiles: ['../shared/src/testing/set-up.ts'],
          // The build for browsers, which Node's resolution does not find.
          alias: { 'tus-js-client': TUS_IN_BROWSERS },
          server: { deps: { inline: ['tus-js-client'] } },
          testTimeout: 60_000,
        },
      })),
      { test: { ...api, name: 'client', root: './client', include: ['src/**/*.test.ts'] } },
      { test: { ...api, name: 'cli', root: './cli', include: ['src/**/*.test.ts'] } },
      {
        test: {
          ...api,
          name: 'api',
          include: onEmbedded(api.include),
          exclude: [...INSTALLED, ...ONLY_ON_CITUS],
        },
      },
      {
        test: {
          ...api,
          name: 'api-on-postgres',
          include: onPostgres(api.include),
          exclude: [...INSTALLED, ...NOT_ON_POSTGRES, ...ONLY_ON_CITUS],
          globalSetup: './testing/postgres/set-up-postgres.ts',
        },
      },
      {
        test: {
          ...api,
          name: 'api-on-pgbouncer',
          include: process.env['ALL_ON_PGBOUNCER'] === '1' ? api.include : ON_PGBOUNCER,
          exclude: [...INSTALLED, ...NOT_ON_POSTGRES, ...ONLY_ON_CITUS],
          globalSetup: './testing/postgres/set-up-pgbouncer.ts',
        },
      },
      ...(hasCitus
        ? [
            {
              test: {
                ...api,
                name: 'api-on-citus',
                include: onCitus(api.include),
                exclude: [...INSTALLED, ...NOT_ON_CITUS],
                globalSetup: './testing/postgres/set-up-citus.ts',
              },
            },
          ]
        : []),
    ],
  },
});
