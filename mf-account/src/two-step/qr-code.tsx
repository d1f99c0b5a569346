import { Box } from '@carrel/shared/ui';
import { useMemo } from 'react';
import { encode } from 'uqr';

/** Modules around the code that ISO/IEC 18004 asks for. */
const QUIET_ZONE = 4;

interface QrCodeProps {
  text: string;
  label: string;
}

/** A text as a QR code. It is black on white in dark mode too: many cameras do not read the inverse. */
export function QrCode({ text, label }: QrCodeProps) {
  const { path, size } = useMemo(() => drawCode(text), [text]);
  return (
    <Box display="flex" justifyContent="center">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${size} ${size}`}
        width="208"
        height="208"
        shapeRendering="crispEdges"
      >
        <rect width={size} height={size} fill="#ffffff" />
        <path d={path} fill="#000000" />
      </svg>
    </Box>
  );
}

/** Returns a path of the dark modules: a rectangle for each run of them in a row. */
function drawCode(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  let path = '';
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x += 1) {
      if (row[x] !== true) continue;
      const start = x;
      while (row[x] === true) x += 1;
      path += `M${start} ${y}h${x - start}v1h${start - x}z`;
    }
  }
  return { path, size };
}
