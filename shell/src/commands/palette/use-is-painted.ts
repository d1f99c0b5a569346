import { afterPaint } from '@carrel/shared/ui';
import { startTransition, useEffect, useState } from 'react';

/** Returns whether the component has been painted since it was shown: what can wait for that does not delay a press. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), []);
  return isPainted;
}
