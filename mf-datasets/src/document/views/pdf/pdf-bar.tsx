import { Box, Flex, IconButton, Text } from '@carrel/shared/ui';
import { Tooltip } from '@carrel/shared/ui/signed-in';
import { MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react';
import { useId, useState } from 'react';

/** How large pages are drawn: as wide as the frame, or pixels of a point. */
export type Zoom = 'width' | number;

/** Pixels of a point at the size of paper. */
export const FULL_SIZE = 96 / 72;
const STEPS = [0.25, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4].map((step) => step * FULL_SIZE);

interface PdfBarProps {
  page: number;
  pages: number;
  scale: number;
  zoom: Zoom;
  onPage: (page: number) => void;
  onZoom: (zoom: Zoom) => void;
}

/** The page that is shown, and how large. */
export function PdfBar({ page, pages, scale, zoom, onPage, onZoom }: PdfBarProps) {
  const id = useId();
  // What is typed, until it is left or entered.
  const [typed, setTyped] = useState<string>();
  const go = () => {
    const number = Number(typed);
    setTyped(undefined);
    if (typed !== undefined && Number.isInteger(number)) {
      onPage(Math.min(Math.max(number, 1), pages));
    }
  };
  const larger = STEPS.find((step) => step > scale * 1.01);
  const smaller = STEPS.findLast((step) => step < scale * 0.99);
  return (
    <Flex align="center" gap="1" flexShrink="0" fontSize="sm" fontVariantNumeric="tabular-nums">
      <Box asChild color="fg.muted" display={{ base: 'none', sm: 'block' }}>
        <label htmlFor={id}>Page</label>
      </Box>
      <Box
        asChild
        width="3.25rem"
        height="var(--control-sm)"
        px="1.5"
        textAlign="center"
        bg="bg.panel"
        borderWidth="1px"
        borderColor="border.control"
        borderRadius="md"
      >
        <input
          id={id}
          aria-label="Page"
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? String(page)}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={go}
          onKeyDown={(event) => {
            if (event.key === 'Enter') go();
            if (event.key === 'Escape') setTyped(undefined);
          }}
        />
      </Box>
      <Text color="fg.muted" whiteSpace="nowrap" me="1">
        {`of ${pages.toLocaleString('en-US')}`}
      </Text>
      <Tooltip content="Zoom out">
        <IconButton
          size="sm"
          label="Zoom out"
          disabled={smaller === undefined}
          onClick={() => smaller !== undefined && onZoom(smaller)}
        >
          <ZoomOut aria-hidden />
        </IconButton>
      </Tooltip>
      <Text as="output" aria-label="Zoom" width="2.75rem" textAlign="center" color="fg.muted">
        {`${Math.round((scale / FULL_SIZE) * 100)}%`}
      </Text>
      <Tooltip content="Zoom in">
        <IconButton
          size="sm"
          label="Zoom in"
          disabled={larger === undefined}
          onClick={() => larger !== undefined && onZoom(larger)}
        >
          <ZoomIn aria-hidden />
        </IconButton>
      </Tooltip>
      <Tooltip content="Fit width">
        <IconButton
          size="sm"
          label="Fit width"
          aria-pressed={zoom === 'width'}
          onClick={() => onZoom('width')}
        >
          <MoveHorizontal aria-hidden />
        </IconButton>
      </Tooltip>
    </Flex>
  );
}
