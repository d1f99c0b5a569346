import { chakra } from '@chakra-ui/react/styled-system';

const Frame = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    fontWeight: 'semibold',
    letterSpacing: '-0.015em',
  },
});

/** The mark, a desk with a page on it, and the name; with `markOnly` the name is for screen readers. */
export function Logo({ markOnly = false, size = 24 }: { markOnly?: boolean; size?: number }) {
  return (
    <Frame fontSize={`${size * 0.7}px`}>
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        role={markOnly ? 'img' : undefined}
        aria-label={markOnly ? 'Carrel' : undefined}
        aria-hidden={markOnly ? undefined : true}
      >
        <rect width="24" height="24" rx="6" fill="var(--c-colors-accent)" />
        <path d="M6 7v10M18 7v10M6 14h12" stroke="#fff" strokeWidth="1.75" strokeLinecap="round" />
        <path
          d="M9.25 11V6.5h5.5V11"
          stroke="#fff"
          strokeOpacity=".75"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
      </svg>
      {!markOnly && 'Carrel'}
    </Frame>
  );
}
