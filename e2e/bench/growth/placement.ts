import type { Random } from './draws.ts';

/** Bytes of the largest worker, divided by the mean of all. */
export type Imbalance = number;

function imbalanceOf(loads: readonly number[]): Imbalance {
  const total = loads.reduce((added, load) => added + load, 0);
  return (Math.max(...loads) * loads.length) / total;
}

/** Organizations are hashed to shards, which the workers get in turns, as Citus places them. */
export function placeByHash(
  random: Random,
  sizes: readonly number[],
  { shards, workers }: { shards: number; workers: number },
): Imbalance {
  const loads = Array.from({ length: workers }, () => 0);
  for (const size of sizes) {
    const worker = Math.floor(random() * shards) % workers;
    loads[worker] = (loads[worker] ?? 0) + size;
  }
  return imbalanceOf(loads);
}

/**
 * Organizations above half of a shard's mean get shards of their own; the shards then go to the emptiest worker,
 * largest first, as `isolate_tenant_to_new_shard` and a rebalance by size place them.
 */
export function placeBySize(
  random: Random,
  sizes: readonly number[],
  { shards, workers }: { shards: number; workers: number },
): Imbalance {
  const half = sizes.reduce((added, size) => added + size, 0) / shards / 2;
  const shared = Array.from({ length: shards }, () => 0);
  for (const size of sizes.filter((each) => each <= half)) {
    const shard = Math.floor(random() * shards);
    shared[shard] = (shared[shard] ?? 0) + size;
  }
  const loads = Array.from({ length: workers }, () => 0);
  const largestFirst = [...shared, ...sizes.filter((each) => each > half)].sort((a, b) => b - a);
  for (const size of largestFirst) {
    const emptiest = loads.indexOf(Math.min(...loads));
    loads[emptiest] = (loads[emptiest] ?? 0) + size;
  }
  return imbalanceOf(loads);
}
