import type { Chunk, Compilation, Module, OptimizationSplitChunksOptions } from '@rspack/core';

type ChunkGraph = Compilation['chunkGraph'];

/**
 * Shared modules that only signed-in screens need. What no other shared module imports is loaded after
 * the sign-in page.
 */
const LATER_ROOTS =
  /shared\/src\/(?:ui\/signed-in|contract|contract\/(?:archive-rules|organization|sign-in)|api|paths|paths\/sign-in)\/public\.ts$|@tanstack\/react-query\/.*index\.js$/;

/**
 * When a chunk is loaded: `calls` when a guest types, `own` are the other named chunks, loaded when
 * their import runs.
 */
type Phase = 'first' | 'calls' | 'later' | 'own';

function resourceOf(module: Module): string {
  return module.nameForCondition() ?? '';
}

function phaseOf(chunk: Chunk, chunkGraph: ChunkGraph): Phase {
  if (chunk.name === 'boot') return 'first';
  if (chunk.name === 'signed-in') return 'later';
  if (chunk.name === 'calls') return 'calls';
  if (chunk.name !== undefined && chunk.name !== '') return 'own';
  const modules = chunkGraph.getChunkModules(chunk);
  return modules.some((module) => LATER_ROOTS.test(resourceOf(module))) ? 'later' : 'first';
}

/**
 * Returns two chunks for all shared modules, in place of one for each: `vendor` for what every screen
 * needs, `vendor-signed-in` for what only signed-in screens do. Each is one request, and stays cached
 * while the shell's own code changes.
 */
export function vendorChunks(): OptimizationSplitChunksOptions {
  const phases = new WeakMap<Chunk, Phase>();
  const reaches = (phase: Phase) => (module: Module, context: { chunkGraph: ChunkGraph }) => {
    if (resourceOf(module).includes('/shell/src/')) return false;
    const { chunkGraph } = context;
    return [...chunkGraph.getModuleChunksIterable(module)].some((chunk) => {
      const known = phases.get(chunk) ?? phaseOf(chunk, chunkGraph);
      phases.set(chunk, known);
      return known === phase;
    });
  };
  const [isFirst, isForCalls, isLater] = [reaches('first'), reaches('calls'), reaches('later')];
  // What calls share with signed-in screens, or a guest who types would load those screens' modules.
  const isNeededByGuests: typeof isFirst = (module, context) =>
    isFirst(module, context) || (isForCalls(module, context) && isLater(module, context));
  return {
    chunks: 'async',
    cacheGroups: {
      default: false,
      defaultVendors: false,
      vendor: { name: 'vendor', test: isNeededByGuests, enforce: true, priority: 20 },
      'vendor-signed-in': {
        name: 'vendor-signed-in',
        test: isLater,
        enforce: true,
        priority: 10,
      },
    },
  };
}
