import { useLayoutEffect, useRef } from 'react';

interface ScreenPlaceProps {
  /** Holds all elements of a screen. */
  content: HTMLElement;
  isShown: boolean;
}

/** Scroll positions of elements in pixels. */
type ScrollPositions = Map<Element, { left: number; top: number }>;

/**
 * Has the elements of a screen in the document while it is shown, and nothing otherwise: no reader of the page,
 * script or search finds a screen that nobody sees. It stands before the screen's components: their layout
 * effects measure elements that are in the document.
 */
export function ScreenPlace({ content, isShown }: ScreenPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const scrolled = useRef<ScrollPositions>(new Map());

  useLayoutEffect(() => {
    const positions = scrolled.current;
    const remember = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.isConnected) return;
      positions.set(target, { left: target.scrollLeft, top: target.scrollTop });
    };
    content.addEventListener('scroll', remember, { capture: true, passive: true });
    return () => content.removeEventListener('scroll', remember, { capture: true });
  }, [content]);

  useLayoutEffect(() => {
    if (!isShown) return undefined;
    place.current?.append(content);
    for (const [element, position] of scrolled.current) {
      // The browser forgets it when an element leaves the document.
      if (content.contains(element)) element.scrollTo({ ...position, behavior: 'instant' });
      else scrolled.current.delete(element);
    }
    return () => content.remove();
  }, [content, isShown]);

  return <div ref={place} style={{ display: 'contents' }} />;
}
