import type { TestSettings } from '@carrel/shared/contract';

type DatasetSettings = TestSettings['datasets'][number];

const number = (count: number) => count.toLocaleString('en-US');

/** Returns what is different between the settings of two runs, one sentence each. */
export function settingsChanges(before: TestSettings, after: TestSettings): string[] {
  const earlier = new Map(before.datasets.map((dataset) => [dataset.id, dataset]));
  const later = new Set(after.datasets.map(({ id }) => id));
  return [
    ...changeOf('Mode', before.mode, after.mode),
    ...changeOf('Embedding model', before.embedding_model, after.embedding_model),
    ...after.datasets.flatMap((dataset) => {
      const known = earlier.get(dataset.id);
      return known === undefined
        ? [`Dataset ${dataset.name} was attached`]
        : datasetChanges(known, dataset);
    }),
    ...before.datasets
      .filter(({ id }) => !later.has(id))
      .map(({ name }) => `Dataset ${name} was detached`),
    ...changeOf('Documents', countText(before, 'documents'), countText(after, 'documents')),
    ...changeOf('Chunks', countText(before, 'chunks'), countText(after, 'chunks')),
  ];
}

function datasetChanges(before: DatasetSettings, after: DatasetSettings): string[] {
  const of = (noun: string) => `${noun} of ${after.name}`;
  return [
    ...changeOf(of('Chunk size'), number(before.chunk_size), number(after.chunk_size)),
    ...changeOf(of('Chunk overlap'), number(before.chunk_overlap), number(after.chunk_overlap)),
    ...changeOf(of('Language'), before.language ?? 'detected', after.language ?? 'detected'),
    ...(before.template === after.template ? [] : [`${of('Chunk template')} was changed`]),
  ];
}

const countText = ({ searched }: TestSettings, name: 'documents' | 'chunks') =>
  searched === null ? null : number(searched[name]);

const changeOf = (noun: string, before: string | null, after: string | null) =>
  before === after ? [] : [`${noun}: ${before ?? 'none'} → ${after ?? 'none'}`];
