import type { Chunk, Compilation, Module, OptimizationSplitChunksOptions } from '@rspack/core';

type ChunkGraph = Compilation['chunkGraph'];

/**
 * Shared modules that only signed-in screens need. What is reachable from nothing else of the shared
 * modules is fetched after the sign-in page.
 */
const LATER_ROOTS =
  /shared\/src\/(?:ui\/signed-in|contract\/archive-rules)\/public\.ts$|@tanstack\/react-query\/.*index\.js$/;

/** Chunks with a name of their own, apart from `boot`, are fetched when their import runs. */
type Stage = 'first' | 'later' | 'own';

function resourceOf(module: Module): string {
  return module.nameForCondition() ?? '';
}

function stageOf(chunk: Chunk, chunkGraph: ChunkGraph): Stage {
  if (chunk.name === 'boot') return 'first';
  if (chunk.name === 'signed-in') return 'later';
  if (chunk.name !== undefined && chunk.name !== '') return 'own';
  const modules = chunkGraph.getChunkModules(chunk);
  return modules.some((module) => LATER_ROOTS.test(resourceOf(module))) ? 'later' : 'first';
}

/**
 * Two chunks for all shared modules, in place of one for each: `vendor` holds what every screen
 * needs, `vendor-signed-in` what only signed-in ones do. Each is one request, and stays cached while the shell's
 * own code changes.
 */
export function vendorChunks(): OptimizationSplitChunksOptions {
  const stages = new WeakMap<Chunk, Stage>();
  const reaches = (stage: Stage) => (module: Module, context: { chunkGraph: ChunkGraph }) => {
    if (resourceOf(module).includes('/shell/src/')) return false;
    const { chunkGraph } = context;
    return [...chunkGraph.getModuleChunksIterable(module)].some((chunk) => {
      const known = stages.get(chunk) ?? stageOf(chunk, chunkGraph);
      stages.set(chunk, known);
      return known === stage;
    });
  };
  return {
    chunks: 'async',
    cacheGroups: {
      default: false,
      defaultVendors: false,
      vendor: { name: 'vendor', test: reaches('first'), enforce: true, priority: 20 },
      'vendor-signed-in': {
        name: 'vendor-signed-in',
        test: reaches('later'),
        enforce: true,
        priority: 10,
      },
    },
  };
}
