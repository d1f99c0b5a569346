import { IconButton, VisuallyHidden } from '@carrel/shared/ui';
import { Tooltip, useCopy } from '@carrel/shared/ui/signed-in';
import { Check, Copy } from 'lucide-react';

/** Copies the text of a result. */
export function CopyText({ text }: { text: string }) {
  const { copied, copy } = useCopy();
  return (
    <>
      <Tooltip content="Copy text">
        <IconButton size="sm" label="Copy text" onClick={() => void copy(text)}>
          {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        </IconButton>
      </Tooltip>
      <VisuallyHidden asChild>
        <output>{copied ? 'Copied' : ''}</output>
      </VisuallyHidden>
    </>
  );
}
