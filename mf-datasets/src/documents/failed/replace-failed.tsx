import type { Document } from '@carrel/shared/contract';
import { VisuallyHidden } from '@carrel/shared/ui';
import { useCallback, useRef, useState } from 'react';

import { LazyReplaceDialog } from '../../parts/replace/lazy-replace-dialog.ts';

/** Returns a function that asks for the new bytes of a document, and the element that does it. */
export function useReplaceFailed(datasetId: string) {
  const input = useRef<HTMLInputElement>(null);
  const [document, setDocument] = useState<Document | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const replace = useCallback((failed: Document) => {
    setDocument(failed);
    input.current?.click();
  }, []);
  const element = (
    <>
      <VisuallyHidden>
        <input
          ref={input}
          type="file"
          tabIndex={-1}
          aria-label="New version of the document"
          onChange={({ target }) => {
            setFile(target.files?.[0] ?? null);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
      </VisuallyHidden>
      {document !== null && file !== null && (
        <LazyReplaceDialog
          datasetId={datasetId}
          document={document}
          file={file}
          onClose={() => setFile(null)}
        />
      )}
    </>
  );
  return { replace, element };
}
