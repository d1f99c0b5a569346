import { availableParallelism } from 'node:os';

import { TakenSlots } from '../../platform/sharing/taken-slots.ts';

/** Larger documents take the slow lane: they are held in memory, and may take long. */
export const LARGE_BYTES = 4 * 1024 * 1024;

/** Slots for large documents: other runs of their organization take small ones meanwhile. */
export interface LargeSlots {
  /** Takes a slot, and returns the function that frees it, once; undefined where the organization has none left. */
  take(organizationId: string): (() => void) | undefined;
}

/** @param max Runs of one organization with a large document, at the same time in one process. */
export function createLargeSlots(max = availableParallelism()): LargeSlots {
  const taken = new TakenSlots();
  return { take: (organizationId) => taken.take({ key: organizationId, max }) };
}
