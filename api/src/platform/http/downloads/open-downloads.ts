import { tooManyRequests } from '../problems.ts';

/**
 * Counts an organization's downloads that this process is sending, of which it may have `most`.
 * @throws {Problem} 429 for one more than is allowed.
 */
export function createOpenDownloads(most: number): (organizationId: string) => () => void {
  const open = new Map<string, number>();
  return (organizationId) => {
    const count = open.get(organizationId) ?? 0;
    if (count >= most) {
      throw tooManyRequests(1, 'Too many downloads are open. Please try again.', 'downloads');
    }
    open.set(organizationId, count + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (open.get(organizationId) ?? 1) - 1;
      if (left === 0) open.delete(organizationId);
      else open.set(organizationId, left);
    };
  };
}
