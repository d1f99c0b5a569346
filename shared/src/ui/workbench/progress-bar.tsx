import { chakra } from '@chakra-ui/react/styled-system';

const Track = chakra('div', {
  base: { height: '1.5', borderRadius: 'full', bg: 'bg.hover', overflow: 'hidden' },
});
const Fill = chakra('div', {
  base: {
    height: 'full',
    width: 'full',
    bg: 'accent',
    transformOrigin: 'left',
    transition: 'transform 150ms ease-out',
  },
});

export interface ProgressBarProps {
  /** Percent, 0 to 100. */
  value: number;
  /** What is under way. */
  label: string;
}

/** How far something has come. Say bytes, speed and time left beside it. */
export function ProgressBar({ value, label }: ProgressBarProps) {
  const percent = Math.min(100, Math.max(0, Math.round(value)));
  return (
    <Track
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <Fill style={{ transform: `scaleX(${percent / 100})` }} />
    </Track>
  );
}
