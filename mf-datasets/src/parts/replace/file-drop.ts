import { useState } from 'react';
import type { DragEvent } from 'react';

/** Whether what is dragged are files, rather than text or a link of the page. */
const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Returns whether a file is over an element, and the handlers of the element that takes one. */
export function useFileDrop(enabled: boolean, onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  const drag = (event: DragEvent) => {
    if (!enabled || !hasFiles(event)) return;
    // Otherwise the browser would open the file in place of the page.
    event.preventDefault();
    setOver(true);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: drag,
      onDragOver: drag,
      onDragLeave: (event: DragEvent) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!enabled || !hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined) onFile(file);
      },
    },
  };
}
