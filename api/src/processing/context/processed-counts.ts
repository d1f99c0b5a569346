import { FAILED_STATUSES } from '@carrel/shared/contract';

import type { Queue } from '../../platform/queue.ts';
import type { TransitionWriter } from '../rows/transitions/transition-writer.ts';

/** Organizations that are counted: those that were served last. */
const COUNTED_MAX = 100;
const ENDS = new Set<string>(['embedded', ...FAILED_STATUSES]);

const counts = new WeakMap<Queue, Map<string, number>>();

/** Returns how many documents this process has finished, by organization. */
export function processedOf(queue: Queue): ReadonlyMap<string, number> {
  return counts.get(queue) ?? new Map<string, number>();
}

/** Returns the writer, which counts documents that are ready or failed. */
export function countProcessed(writer: TransitionWriter, queue: Queue): TransitionWriter {
  const processed = new Map<string, number>();
  counts.set(queue, processed);
  return {
    write: async (transition) => {
      const isWritten = await writer.write(transition);
      if (isWritten && ENDS.has(transition.to)) add(processed, transition.organizationId);
      return isWritten;
    },
  };
}

/** A map keeps the order in which its entries were added. */
function add(processed: Map<string, number>, organizationId: string): void {
  const known = processed.get(organizationId) ?? 0;
  processed.delete(organizationId);
  processed.set(organizationId, known + 1);
  const [oldest] = processed.keys();
  if (processed.size > COUNTED_MAX && oldest !== undefined) processed.delete(oldest);
}
