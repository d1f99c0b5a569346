import { Box } from '@carrel/shared/ui';
import { useEffect, useRef, useState } from 'react';

import type { Reading } from '../../reading.ts';
import { frameTextOf } from './frame-text.ts';
import type { FrameText } from './frame-text.ts';
import type { PageMarkup } from './page-markup.ts';
import { useFrameMarks } from './use-frame-marks.ts';

interface LoadedPage {
  page: Document;
  text: FrameText;
}

/**
 * A page in a frame of its own, in which nothing runs: the frame has no right to scripts, forms and
 * windows. It is of the page's origin, so that the page can mark it.
 */
export function HtmlFrame({ markup, reading }: { markup: PageMarkup; reading: Reading }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [loaded, setLoaded] = useState<LoadedPage>();
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const read = () => {
      const page = element.contentDocument;
      setLoaded(page === null ? undefined : { page, text: frameTextOf(page) });
    };
    element.addEventListener('load', read);
    element.srcdoc = markup;
    return () => element.removeEventListener('load', read);
  }, [markup]);
  useFrameMarks(loaded?.page, loaded?.text, reading);
  usePassedKeys(frame, loaded?.page);
  return (
    <Box as="section" aria-label="Document" flex="1" minHeight="0" bg="white">
      <Box asChild display="block" width="full" height="full">
        <iframe
          ref={frame}
          title={reading.document.name}
          sandbox="allow-same-origin"
          referrerPolicy="no-referrer"
        />
      </Box>
    </Box>
  );
}

/** Lets the keys of the console work while the frame has the focus. */
function usePassedKeys(frame: { current: HTMLElement | null }, page: Document | undefined): void {
  useEffect(() => {
    const pass = (event: KeyboardEvent) => {
      const isUsed = frame.current?.dispatchEvent(new KeyboardEvent(event.type, event)) === false;
      if (isUsed) event.preventDefault();
    };
    page?.addEventListener('keydown', pass);
    return () => page?.removeEventListener('keydown', pass);
  }, [frame, page]);
}
