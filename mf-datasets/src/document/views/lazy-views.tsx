import { Box } from '@carrel/shared/ui';
import { lazyScreen } from '@carrel/shared/ui/signed-in';
import type { LazyScreen } from '@carrel/shared/ui/signed-in';
import type { ReactNode } from 'react';

import type { Reading } from '../reading.ts';
import type { OriginalView, TextView } from '../view-of.ts';
import { TextSkeleton } from './text-skeleton.tsx';

/** A view of a document's text or of its original. */
type LazyView = LazyScreen<{ reading: Reading }>;

export type ViewKind = OriginalView | TextView;

const LOOKS = {
  waiting: <TextSkeleton />,
  failure: 'This view could not be loaded',
  frame: (content: ReactNode, failed: boolean) => (failed ? <Box p="4">{content}</Box> : content),
};

/** Each is a chunk of its own: a document needs one or two of them. */
export const LAZY_VIEWS: Readonly<Record<ViewKind, LazyView>> = {
  text: lazyScreen({
    ...LOOKS,
    load: () => import(/* webpackChunkName: "document-text" */ './text/structured-text.tsx'),
    screen: ({ StructuredText }) => StructuredText,
  }),
  lines: lazyScreen({
    ...LOOKS,
    load: () => import(/* webpackChunkName: "document-lines" */ './lines/text-lines.tsx'),
    screen: ({ TextLines }) => TextLines,
  }),
  code: lazyScreen({
    ...LOOKS,
    load: () => import(/* webpackChunkName: "document-code" */ './lines/code-lines.tsx'),
    screen: ({ CodeLines }) => CodeLines,
  }),
  table: lazyScreen({
    ...LOOKS,
    load: () => import(/* webpackChunkName: "document-table" */ './table/sheet-table.tsx'),
    screen: ({ SheetTable }) => SheetTable,
  }),
  image: lazyScreen({
    ...LOOKS,
    load: () => import(/* webpackChunkName: "document-image" */ './image/image-view.tsx'),
    screen: ({ ImageView }) => ImageView,
  }),
  html: lazyScreen({
    ...LOOKS,
    load: () => import(/* webpackChunkName: "document-html" */ './html/html-view.tsx'),
    screen: ({ HtmlView }) => HtmlView,
  }),
  pdf: lazyScreen({
    ...LOOKS,
    load: () => import(/* webpackChunkName: "document-pdf" */ './pdf/pdf-view.tsx'),
    screen: ({ PdfView }) => PdfView,
  }),
};
