import { Button, IconButton, VisuallyHidden } from '@carrel/shared/ui';
import { Tooltip } from '@carrel/shared/ui/signed-in';
import { Upload } from 'lucide-react';
import { useRef } from 'react';

interface ReplaceButtonProps {
  /** An icon only. */
  compact?: boolean;
  label?: string;
  onFile: (file: File) => void;
}

/** Asks for the file that a document is replaced with. */
export function ReplaceButton({ compact = false, label = 'Replace', onFile }: ReplaceButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const browse = () => input.current?.click();
  return (
    <>
      {compact ? (
        <Tooltip content={label}>
          <IconButton label={label} variant="secondary" onClick={browse}>
            <Upload aria-hidden />
          </IconButton>
        </Tooltip>
      ) : (
        <Button onClick={browse}>
          <Upload size={16} aria-hidden />
          {label}
        </Button>
      )}
      <VisuallyHidden>
        <input
          ref={input}
          type="file"
          tabIndex={-1}
          aria-label="File to replace this document with"
          onChange={({ target }) => {
            const file = target.files?.[0];
            // The same file can be chosen again.
            target.value = '';
            if (file !== undefined) onFile(file);
          }}
        />
      </VisuallyHidden>
    </>
  );
}
