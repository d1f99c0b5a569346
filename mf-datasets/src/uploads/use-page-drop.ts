import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Takes files that are dropped anywhere on the page, as a person may miss an area, and returns whether some are
 * dragged over it. A drop that an element of the page has taken is not for the page.
 */
export function usePageDrop(onDrop: (transfer: DataTransfer) => void): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      setOver(!event.defaultPrevented);
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault();
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const end = (event: DragEvent) => {
      setOver(false);
      const { dataTransfer, defaultPrevented } = event;
      if (defaultPrevented || dataTransfer === null || dataTransfer.files.length === 0) return;
      event.preventDefault();
      drop(dataTransfer);
    };
    addEventListener('dragenter', over);
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', end);
    return () => {
      removeEventListener('dragenter', over);
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', end);
    };
  }, []);
  return isOver;
}
