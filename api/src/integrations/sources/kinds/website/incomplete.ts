const REASONS: Readonly<Record<string, string>> = {
  pages: 'The site has more pages than the source reads.',
  requests: 'The site has too many addresses without a page.',
  addresses: 'The site has more addresses than a run remembers.',
  depth: 'Some pages are too many links away from the start.',
  sitemaps: 'Some sitemaps could not be read in full.',
  failed: 'Some pages could not be read.',
  refused: 'The site refused some pages.',
};

/** Says why a list is not complete; undefined for one that is. */
export function incompleteSentence(cuts: readonly string[]): string | undefined {
  const sentences = Object.entries(REASONS).flatMap(([reason, sentence]) =>
    cuts.includes(reason) ? [sentence] : [],
  );
  return sentences.length === 0 ? undefined : sentences.join(' ');
}
