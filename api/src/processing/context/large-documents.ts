import { availableParallelism } from 'node:os';

/** Larger documents take the slow lane: they are held in memory, and may take long. */
export const LARGE_BYTES = 4 * 1024 * 1024;

/** Places for large documents: other runs of their organization take small ones meanwhile. */
export interface LargePlaces {
  /** Takes a place, and returns the function that frees it, once; undefined where the organization has none left. */
  take(organizationId: string): (() => void) | undefined;
}

/** @param max Turns of one organization with a large document, at the same time in one process. */
export function createLargePlaces(max = availableParallelism()): LargePlaces {
  const taken = new Map<string, number>();
  return {
    take: (organizationId) => {
      const count = taken.get(organizationId) ?? 0;
      if (count >= max) return undefined;
      taken.set(organizationId, count + 1);
      let isFreed = false;
      return () => {
        if (isFreed) return;
        isFreed = true;
        const left = (taken.get(organizationId) ?? 1) - 1;
        if (left === 0) taken.delete(organizationId);
        else taken.set(organizationId, left);
      };
    },
  };
}
