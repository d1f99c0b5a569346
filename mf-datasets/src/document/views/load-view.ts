import type { ComponentType } from 'react';

import type { Reading } from '../reading.ts';
import type { OriginalView, TextView } from '../view-of.ts';

/** A view of a document's text or of its original. */
export interface ViewCode {
  View: ComponentType<{ reading: Reading }>;
}

export type ViewKind = OriginalView | TextView;

// Each is a chunk of its own: a document needs one or two of them.
const LOADS: Readonly<Record<ViewKind, () => Promise<ViewCode>>> = {
  text: async () => {
    const code = await import(/* webpackChunkName: "document-text" */ './text/structured-text.tsx');
    return { View: code.StructuredText };
  },
  lines: async () => {
    const code = await import(/* webpackChunkName: "document-lines" */ './lines/text-lines.tsx');
    return { View: code.TextLines };
  },
  table: async () => {
    const code = await import(/* webpackChunkName: "document-table" */ './table/sheet-table.tsx');
    return { View: code.SheetTable };
  },
  image: async () => {
    const code = await import(/* webpackChunkName: "document-image" */ './image/image-view.tsx');
    return { View: code.ImageView };
  },
  html: async () => {
    const code = await import(/* webpackChunkName: "document-html" */ './html/html-view.tsx');
    return { View: code.HtmlView };
  },
  pdf: async () => {
    const code = await import(/* webpackChunkName: "document-pdf" */ './pdf/pdf-view.tsx');
    return { View: code.PdfView };
  },
};

const loaded = new Map<ViewKind, ViewCode>();

/** Returns a view, if its code has been loaded. */
export const loadedView = (kind: ViewKind) => loaded.get(kind);

/** Loads the code of a view. A failure is not kept. */
export async function loadView(kind: ViewKind): Promise<ViewCode> {
  const code = await LOADS[kind]();
  loaded.set(kind, code);
  return code;
}
