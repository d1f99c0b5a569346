import path from 'node:path';

import { rspack } from '@rspack/core';
import type { Compiler, Configuration, MultiCompiler } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';

type Environment = { RSPACK_SERVE?: boolean };
type Define = (environment?: Environment) => Promise<Configuration | Configuration[]>;

async function configurations(environment: Environment = {}): Promise<Configuration[]> {
  const file = path.resolve('rspack.config.ts');
  const { default: define } = (await import(file)) as { default: Define };
  return [await define(environment)].flat();
}

function run(compiler: Compiler | MultiCompiler): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  compiler.run((error, stats) => {
    compiler.close(() => {
      if (error !== null) reject(error);
      else if (stats?.hasErrors() === true) {
        reject(new Error(stats.toString({ preset: 'errors-warnings' })));
      } else resolve();
    });
  });
  return promise;
}

/** Builds the remote in this folder as it is released. Returns the folder of the release. */
export async function buildRemote(): Promise<string> {
  process.env['NODE_ENV'] = 'production';
  const [configuration = {}] = await configurations();
  await run(rspack(configuration));
  return configuration.output?.path ?? '';
}

/** Serves the page of the remote in this folder with fast refresh, and its release for overrides. */
export async function serveRemote(): Promise<void> {
  const [page = {}, override = {}] = await configurations({ RSPACK_SERVE: true });
  const { devServer } = page;
  if (typeof devServer !== 'object') throw new Error('The build has no development server.');
  rspack(override).watch({}, (error, stats) => {
    if (error !== null) throw error;
    if (stats?.hasErrors() === true) {
      process.stderr.write(`${stats.toString({ preset: 'errors-warnings' })}\n`);
    }
  });
  await new RspackDevServer(devServer, rspack(page)).start();
}
