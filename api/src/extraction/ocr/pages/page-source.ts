import type { GrayPage } from '../engine/gray-page.ts';

/** The pages of a file as pixels. */
export interface PageSource {
  /** Whether its pages have numbers, unlike the one of a picture. */
  isPaged: boolean;
  /** @param number From 1. @throws {UnreadableDocument} where the page cannot be drawn. */
  draw(number: number): Promise<GrayPage>;
  close: () => Promise<void>;
}
