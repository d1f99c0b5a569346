import { Box, Spinner } from '@carrel/shared/ui';
import { keyframes } from '@emotion/react';
import { TriangleAlert } from 'lucide-react';

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });

interface ScreenMarkProps {
  state: 'loading' | 'unavailable';
  collapsed: boolean;
}

/**
 * Marks a link whose screen is unavailable, or has been loading for longer than half a second.
 */
export function ScreenMark({ state, collapsed }: ScreenMarkProps) {
  const place = collapsed
    ? ({ position: 'absolute', top: '0.5', right: '0.5' } as const)
    : ({ ml: 'auto' } as const);
  return (
    <Box
      as="span"
      display="inline-flex"
      fontSize={collapsed ? '10px' : '12px'}
      {...(state === 'loading'
        ? { animation: `${appear} 120ms ease-out 500ms both` }
        : { color: 'danger.fg' })}
      {...place}
    >
      {state === 'loading' ? <Spinner /> : <TriangleAlert size={collapsed ? 10 : 14} aria-hidden />}
    </Box>
  );
}
