import { useEffect, useState } from 'react';

/** Milliseconds for which a button says that its text was copied. */
const SHOWN_FOR_MS = 2000;

interface Copying {
  /** Whether a text was copied a moment ago. */
  copied: boolean;
  /** Copies a text, and returns whether that was allowed. */
  copy: (text: string) => Promise<boolean>;
}

/** Copies texts to the clipboard. */
export function useCopy(): Copying {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      return true;
    } catch {
      // Without the permission the text can still be selected.
      return false;
    }
  };
  return { copied, copy };
}
