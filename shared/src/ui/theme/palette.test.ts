import { describe, expect, it } from 'vitest';

import { palette } from './palette.ts';
import type { ColorName } from './palette.ts';
import { THEME_COLORS } from './theme-script.ts';

const surfaces = ['bg.canvas', 'bg.panel', 'bg.raised', 'bg.subtle'] as const;
const words = [
  'fg.default',
  'fg.muted',
  'accent.fg',
  'danger.fg',
  'success.fg',
  'info.fg',
  'warning.fg',
] as const;

/** Text on its background: at least 4.5. */
const texts: [ColorName, ColorName][] = [
  ...words.flatMap((word) => surfaces.map((surface): [ColorName, ColorName] => [word, surface])),
  ['fg.default', 'bg.hover'],
  ['fg.muted', 'bg.hover'],
  ['fg.default', 'accent.subtle'],
  ['accent.fg', 'accent.subtle'],
  ['danger.fg', 'danger.subtle'],
  ['success.fg', 'success.subtle'],
  ['info.fg', 'info.subtle'],
  ['warning.fg', 'warning.subtle'],
  ['accent.contrast', 'accent.DEFAULT'],
  ['accent.contrast', 'accent.hover'],
  ['danger.contrast', 'danger.DEFAULT'],
  ['danger.contrast', 'danger.hover'],
  // The tooltip.
  ['bg.panel', 'fg.default'],
];

const marks = [
  'border.control',
  'accent.DEFAULT',
  'danger.DEFAULT',
  'success.DEFAULT',
  'info.DEFAULT',
] as const;

/** The edge of a control, focus and meaningful shapes on their background: at least 3. */
const controls: [ColorName, ColorName][] = marks.flatMap((mark) =>
  (['bg.canvas', 'bg.panel', 'bg.raised'] as const).map((surface): [ColorName, ColorName] => [
    mark,
    surface,
  ]),
);

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('the %s palette', (theme, at) => {
  it.each(texts)('lets %s be read on %s', (text, ground) => {
    expect(contrast(palette[text][at], palette[ground][at])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(controls)('lets %s be seen on %s', (mark, ground) => {
    expect(contrast(palette[mark][at], palette[ground][at])).toBeGreaterThanOrEqual(3);
  });

  it("sets its canvas on the browser's frame", () => {
    expect(THEME_COLORS[theme]).toBe(palette['bg.canvas'][at]);
  });
});

it('raises surfaces of the dark theme by lightness, and draws borders lighter than the panel', () => {
  const steps = (['bg.canvas', 'bg.panel', 'bg.raised', 'border.subtle'] as const).map((name) =>
    luminance(palette[name][1]),
  );
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(new Set(steps).size).toBe(4);
});
