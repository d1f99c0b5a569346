import { useEffect, useState } from 'react';

const SHOWN_FOR = 1500;

/** Returns a function that copies a text, and whether that was done a moment ago. */
export function useCopy(text: string) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Without the permission the text can still be selected.
    }
  };
  return { copied, copy };
}
