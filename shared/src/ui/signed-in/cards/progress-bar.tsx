import { chakra } from '@chakra-ui/react/styled-system';

const bar = { borderRadius: 'full', bg: 'accent', transition: 'inline-size 150ms ease-out' };

const Progress = chakra('progress', {
  base: {
    display: 'block',
    width: 'full',
    height: '1.5',
    borderRadius: 'full',
    overflow: 'hidden',
    appearance: 'none',
    bg: 'bg.hover',
    '&::-webkit-progress-bar': { bg: 'bg.hover' },
    '&::-webkit-progress-value': bar,
    '&::-moz-progress-bar': bar,
  },
});

export interface ProgressBarProps {
  /** Percent, 0 to 100. */
  value: number;
  /** The name of what is in progress. */
  label: string;
}

/** A progress bar. Show bytes, speed and time left beside it. */
export function ProgressBar({ value, label }: ProgressBarProps) {
  const percent = Math.min(100, Math.max(0, Math.round(value)));
  return <Progress aria-label={label} max={100} value={percent} aria-valuenow={percent} />;
}
