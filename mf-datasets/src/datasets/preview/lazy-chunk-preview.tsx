import { Skeleton, lazyScreen } from '@carrel/shared/ui/signed-in';

/** The preview of chunks, whose code is loaded once the form is shown. */
export const LazyChunkPreview = lazyScreen({
  load: () => import(/* webpackChunkName: "preview" */ './chunk-preview.tsx'),
  screen: ({ ChunkPreview }) => ChunkPreview,
  waiting: <Skeleton height="2.375rem" />,
  failure: 'The preview could not be loaded',
});
