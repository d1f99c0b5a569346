import type { DocumentBlock } from '@carrel/shared/contract';
import { Box, Flex } from '@carrel/shared/ui';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { endOf } from '../../reading.ts';
import type { Reading, ScrollTarget } from '../../reading.ts';
import { useWindow } from '../window/use-window.ts';
import { ViewFrame } from '../window/view-frame.tsx';
import { DrawingQueue } from './drawing-queue.ts';
import { GAP } from './scroll/page-anchor.ts';
import { FULL_SIZE, PdfBar } from './pdf-bar.tsx';
import type { Zoom } from './pdf-bar.tsx';
import { PdfPage } from './pdf-page.tsx';
import type { PageSize } from './pdf-page.tsx';
import { usePageScroll } from './scroll/use-page-scroll.ts';

/** Pixels beside a page that is as wide as the frame. */
const MARGIN = 16;

interface PdfPagesProps {
  pdf: PDFDocumentProxy;
  /** Others have its size until they are read. */
  firstPage: PDFPageProxy;
  reading: Reading;
}

/** The pages of a PDF. Only those near the frame are drawn. */
export function PdfPages({ pdf, firstPage, reading }: PdfPagesProps) {
  const [queue] = useState(() => new DrawingQueue());
  const firstSize = useMemo<PageSize>(() => firstPage.getViewport({ scale: 1 }), [firstPage]);
  const { text, marks, target, onPick } = reading;
  const { blocks, loadTo, isComplete } = text;
  const frame = useRef<HTMLDivElement>(null);
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const [zoom, setZoom] = useState<Zoom>('width');
  const width = useFrameWidth(frame);
  const widest = Math.max(firstSize.width, ...[...sizes.values()].map((size) => size.width));
  const fitting = width === 0 ? FULL_SIZE : (width - 2 * MARGIN) / widest;
  const scale = zoom === 'width' ? fitting : zoom;
  const heights = useMemo(
    () =>
      Array.from(
        { length: pdf.numPages },
        (_, index) => (sizes.get(index + 1) ?? firstSize).height * scale + GAP,
      ),
    [pdf, sizes, firstSize, scale],
  );
  const view = useWindow(frame, heights);
  const { page, goTo, goToElement, hasMoved } = usePageScroll({
    frame,
    heights,
    measure: view.measure,
    queue,
  });

  const byPage = useMemo(() => Map.groupBy(blocks, (block) => block.page ?? 0), [blocks]);
  const lastPage = blocks.at(-1)?.page ?? 0;
  // A click in a page needs its text. What is seen first comes first.
  const [isDrawn, setIsDrawn] = useState(false);
  const onDrawn = useCallback(() => setIsDrawn(true), []);
  const wantsMore = isDrawn && !isComplete && view.end > lastPage;
  useEffect(() => {
    if (wantsMore) loadTo(endOf(blocks));
  }, [wantsMore, loadTo, blocks]);

  const awaited = useRef<{ number: number; place: number }>(undefined);
  const onMarked = useCallback(
    (number: number, element: HTMLElement) => {
      const wanted = awaited.current;
      if (wanted?.number !== number) return;
      const mark = markAt(element, wanted.place);
      if (mark === undefined) return;
      awaited.current = undefined;
      // Marks may be drawn late: who has scrolled meanwhile is not moved.
      if (!hasMoved()) goToElement(number, mark);
    },
    [goToElement, hasMoved],
  );
  const done = useRef<ScrollTarget>(undefined);
  const number = pageOfTarget(target, blocks);
  useEffect(() => {
    if (target === undefined || done.current === target || width === 0) return;
    if (number === undefined || number > pdf.numPages) return;
    const isAfter = done.current !== undefined && target.isRefined === true;
    done.current = target;
    if (isAfter && hasMoved()) return;
    awaited.current = { number, place: target.place };
    const drawn = frame.current?.querySelector<HTMLElement>(`[data-pdf-page="${number}"]`);
    goTo(number);
    // Its marks may have been drawn before.
    if (drawn) onMarked(number, drawn);
  }, [target, number, width, pdf, goTo, hasMoved, onMarked]);

  const onSize = useCallback(
    (number: number, size: PageSize) =>
      setSizes((before) => {
        const known = before.get(number) ?? firstSize;
        if (known.width === size.width && known.height === size.height) return before;
        return new Map(before).set(number, size);
      }),
    [firstSize],
  );
  const numbers = Array.from({ length: view.end - view.first }, (_, at) => view.first + at + 1);
  return (
    <>
      <Flex px="3" py="1.5" justify="center" borderBottomWidth="1px" overflowX="auto">
        <PdfBar
          page={page}
          pages={pdf.numPages}
          scale={scale}
          zoom={zoom}
          onPage={goTo}
          onZoom={setZoom}
        />
      </Flex>
      {/* The position is a point of a page: the browser must not correct it, too. */}
      <ViewFrame ref={frame} style={{ overflowAnchor: 'none' }}>
        <Box
          minWidth="max-content"
          minHeight="full"
          bg="bg.subtle"
          px={`${MARGIN}px`}
          pt={`${GAP}px`}
        >
          <div style={{ height: view.before }} />
          {width > 0 &&
            numbers.map((number) => (
              <Box key={number} pb={`${GAP}px`}>
                <PdfPage
                  pdf={pdf}
                  queue={queue}
                  number={number}
                  size={sizes.get(number) ?? firstSize}
                  scale={scale}
                  blocks={byPage.get(number) ?? NO_BLOCKS}
                  marks={marks}
                  onSize={onSize}
                  onDrawn={onDrawn}
                  onMarked={onMarked}
                  onPick={onPick}
                />
              </Box>
            ))}
          <div style={{ height: view.after }} />
        </Box>
      </ViewFrame>
    </>
  );
}

const NO_BLOCKS: readonly [] = [];

/** Returns the mark of a page that is nearest to a place of the text. */
function markAt(page: HTMLElement, place: number): HTMLElement | undefined {
  let nearest: HTMLElement | undefined;
  let distance = Infinity;
  for (const mark of page.querySelectorAll<HTMLElement>('mark')) {
    const away = Math.abs(Number(mark.dataset['place']) - place);
    if (away < distance) {
      distance = away;
      nearest = mark;
    }
  }
  return nearest;
}

/** Returns the page of a target: that of its text, or the one that is known before. */
function pageOfTarget(
  target: ScrollTarget | undefined,
  blocks: readonly DocumentBlock[],
): number | undefined {
  if (target === undefined) return undefined;
  if (target.place >= endOf(blocks)) return target.page;
  return blocks.findLast(({ start }) => start <= target.place)?.page ?? target.page;
}

/** Returns the pixels within a frame, without its scroll bar; 0 until it has been measured. */
function useFrameWidth(frame: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    // A frame that is hidden has no width: it keeps the one before.
    const measure = () => setWidth((before) => element.clientWidth || before);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}
