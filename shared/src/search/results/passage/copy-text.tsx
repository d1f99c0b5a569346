import { IconButton, VisuallyHidden } from '@carrel/shared/ui';
import { Tooltip } from '@carrel/shared/ui/signed-in';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

/** Milliseconds for which the button says that the text was copied. */
const SHOWN_FOR_MS = 2000;

/** Copies the text of a result. */
export function CopyText({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_FOR_MS);
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
  return (
    <>
      <Tooltip content="Copy text">
        <IconButton size="sm" label="Copy text" onClick={() => void copy()}>
          {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        </IconButton>
      </Tooltip>
      <VisuallyHidden asChild>
        <output>{copied ? 'Copied' : ''}</output>
      </VisuallyHidden>
    </>
  );
}
