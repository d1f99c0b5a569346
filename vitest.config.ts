import { defineConfig } from 'vitest/config';

const browserPackages = [
  'shared',
  'shell',
  'mf-auth',
  'mf-account',
  'mf-organizations',
  'mf-datasets',
  'mf-workspaces',
];

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'architecture', include: ['architecture.test.ts', 'scripts/**/*.test.ts'] } },
      ...browserPackages.map((name) => ({
        test: {
          name,
          root: `./${name}`,
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['../shared/src/testing/set-up.ts'],
        },
      })),
      {
        test: {
          name: 'api',
          root: './api',
          include: ['src/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
