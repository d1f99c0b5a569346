import type { ComponentType } from 'react';

import type { Reading } from '../reading/reading.ts';
import type { OriginalView, TextView } from './view-of.ts';

/** A view of a document's text or of its original. */
export type View = ComponentType<{ reading: Reading }>;

export type ViewKind = OriginalView | TextView;

// Each is a chunk of its own: a document needs one or two of them.
const LOADS: Readonly<Record<ViewKind, () => Promise<View>>> = {
  text: async () =>
    (await import(/* webpackChunkName: "document-text" */ './text/structured-text.tsx'))
      .StructuredText,
  lines: async () =>
    (await import(/* webpackChunkName: "document-lines" */ './lines/text-lines.tsx')).TextLines,
  table: async () =>
    (await import(/* webpackChunkName: "document-table" */ './table/sheet-table.tsx')).SheetTable,
  image: async () =>
    (await import(/* webpackChunkName: "document-image" */ './image/image-view.tsx')).ImageView,
  pdf: async () =>
    (await import(/* webpackChunkName: "document-pdf" */ './pdf/pdf-view.tsx')).PdfView,
};

const loaded = new Map<ViewKind, View>();

/** Returns a view, if its code has been loaded. */
export const loadedView = (kind: ViewKind) => loaded.get(kind);

/** Loads the code of a view. A failure is not kept. */
export async function loadView(kind: ViewKind): Promise<View> {
  const view = await LOADS[kind]();
  loaded.set(kind, view);
  return view;
}
