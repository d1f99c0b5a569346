import { Box } from '@carrel/shared/ui';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MouseEvent } from 'react';

import type { Marks } from '../../marks/marks.ts';
import type { DrawingQueue } from './drawing-queue.ts';
import { drawPage, layOutText, releaseCanvas } from './page-layer.ts';
import type { PageLayer } from './page-layer.ts';
import { markedStrings, pageTextOf, placeAt, placesOf } from '../../marks/page-text.ts';

/** Points of a page, each 1/72 of an inch. */
export interface PageSize {
  width: number;
  height: number;
}

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  /** What pages are drawn by, one after another. */
  queue: DrawingQueue;
  /** From 1. */
  number: number;
  size: PageSize;
  /** Pixels of a point. */
  scale: number;
  /** The blocks of the document's text that are on this page. */
  blocks: readonly { text: string; start: number }[];
  marks: Marks;
  /** Called with its real size. */
  onSize: (number: number, size: PageSize) => void;
  /** Called when its picture has been drawn. Its identity is stable. */
  onDrawn: () => void;
  /** Called when its marks have been drawn. */
  onMarked: (number: number, page: HTMLElement) => void;
  onPick: (place: number) => void;
}

/** A page of a PDF: its picture, and its text over it. */
export function PdfPage(props: PdfPageProps) {
  const { pdf, queue, number, size, scale, blocks, marks, onSize, onDrawn, onMarked, onPick } =
    props;
  const frame = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState<PDFPageProxy>();
  const [layer, setLayer] = useState<PageLayer>();

  useEffect(() => {
    let isWanted = true;
    pdf.getPage(number).then(
      (page) => {
        if (!isWanted) return;
        const { width, height } = page.getViewport({ scale: 1 });
        onSize(number, { width, height });
        setPage(page);
      },
      // A damaged page stays white; the others are shown.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [pdf, number, onSize]);
  useEffect(() => () => void page?.cleanup(), [page]);

  useEffect(() => {
    if (page === undefined) return undefined;
    let cancel = () => {};
    const remove = queue.add({
      page: number,
      part: 'picture',
      run: async () => {
        const drawing = drawPage(page, page.getViewport({ scale }));
        cancel = drawing.cancel;
        const drawn = await drawing.canvas;
        if (drawn === undefined) return;
        const parent = picture.current;
        if (parent === null) releaseCanvas(drawn);
        else {
          for (const old of parent.querySelectorAll('canvas')) releaseCanvas(old);
          parent.replaceChildren(drawn);
          onDrawn();
        }
      },
    });
    return () => {
      remove();
      cancel();
    };
  }, [queue, number, page, scale, onDrawn]);
  useEffect(() => {
    const parent = picture.current;
    return () => {
      for (const canvas of parent?.querySelectorAll('canvas') ?? []) releaseCanvas(canvas);
    };
  }, []);

  const latestScale = useRef(scale);
  useLayoutEffect(() => {
    latestScale.current = scale;
    if (page !== undefined) layer?.resize(page.getViewport({ scale }));
  }, [page, layer, scale]);
  useEffect(() => {
    const container = text.current;
    if (page === undefined || container === null) return undefined;
    const stop = new AbortController();
    const remove = queue.add({
      page: number,
      part: 'text',
      run: async () => {
        const viewport = page.getViewport({ scale: latestScale.current });
        const laid = await layOutText(page, viewport, container, stop.signal);
        if (!stop.signal.aborted) setLayer(laid);
      },
    });
    return () => {
      remove();
      stop.abort();
    };
  }, [queue, number, page]);

  const placed = useMemo(() => {
    if (layer === undefined) return undefined;
    const pageText = pageTextOf(layer.strings);
    return { pageText, places: placesOf(pageText, blocks) };
  }, [layer, blocks]);
  useEffect(() => {
    if (layer === undefined || placed === undefined) return;
    layer.mark(markedStrings(layer.strings, placed.pageText, placed.places, marks));
    if (frame.current !== null) onMarked(number, frame.current);
  }, [layer, placed, marks, number, onMarked]);

  const pick = ({ clientX, clientY }: MouseEvent) => {
    if (getSelection()?.isCollapsed === false) return;
    const at = layer?.stringAt(clientX, clientY);
    if (at === undefined || placed === undefined) return;
    const place = placeAt(placed.pageText, placed.places, at.string, at.offset);
    if (place !== undefined) onPick(place);
  };
  return (
    // The list of chunks does the same by keyboard.
    <Box
      ref={frame}
      as="section"
      data-pdf-page={number}
      css={styles}
      style={{
        width: size.width * scale,
        height: size.height * scale,
        ['--total-scale-factor' as string]: scale,
      }}
      onClick={pick}
    >
      <div ref={picture} data-picture="" />
      <div ref={text} data-text="" />
    </Box>
  );
}

const fill = { position: 'absolute', inset: 0 } as const;

const styles = {
  position: 'relative',
  mx: 'auto',
  // Paper, in both themes.
  bg: 'white',
  boxShadow: '0 0 0 1px {colors.border.subtle}',
  '--scale-round-x': '1px',
  '--scale-round-y': '1px',
  '& [data-picture]': { ...fill, '& canvas': { width: 'full', height: 'full' } },
  // What `TextLayer` of pdf.js expects of the style of its container.
  '& [data-text]': {
    ...fill,
    overflow: 'clip',
    colorScheme: 'only light',
    lineHeight: 1,
    textAlign: 'initial',
    textSizeAdjust: 'none',
    forcedColorAdjust: 'none',
    transformOrigin: '0 0',
    // The text of a page that is turned is laid out as if it were upright.
    '&[data-main-rotation="90"]': { transform: 'rotate(90deg) translateY(-100%)' },
    '&[data-main-rotation="180"]': { transform: 'rotate(180deg) translate(-100%, -100%)' },
    '&[data-main-rotation="270"]': { transform: 'rotate(270deg) translateX(-100%)' },
    '--min-font-size': '1',
    '--text-scale-factor': 'calc(var(--total-scale-factor) * var(--min-font-size))',
    '--min-font-size-inv': 'calc(1 / var(--min-font-size))',
    '& > :is(span, br)': {
      position: 'absolute',
      color: 'transparent',
      whiteSpace: 'pre',
      cursor: 'text',
      transformOrigin: '0% 0%',
      fontSize: 'calc(var(--text-scale-factor) * var(--font-height, 0))',
      transform:
        'rotate(var(--rotate, 0deg)) scaleX(var(--scale-x, 1)) scale(var(--min-font-size-inv))',
    },
    '& ::selection': {
      bg: 'color-mix(in srgb, {colors.accent} 30%, transparent)',
      color: 'transparent',
    },
    '& mark': { color: 'transparent', borderRadius: '2px' },
    '& mark[data-chunk]': { bg: 'color-mix(in srgb, {colors.accent} 20%, transparent)' },
    '& mark[data-match=other]': {
      bg: 'color-mix(in srgb, {colors.warning} 35%, transparent)',
      color: 'transparent',
    },
    '& mark[data-match=current]': {
      bg: 'color-mix(in srgb, {colors.warning} 45%, transparent)',
      color: 'transparent',
    },
  },
} as const;
