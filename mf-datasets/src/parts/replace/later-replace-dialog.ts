import { laterComponent } from '../later-component.tsx';

/** The dialog that replaces a document, whose code is loaded with the first file. */
export const LaterReplaceDialog = laterComponent({
  request: async () =>
    (await import(/* webpackChunkName: "replace" */ './replace-dialog.tsx')).ReplaceDialog,
  waiting: null,
});
