import { laterComponent } from '../../parts/later-component.tsx';

/** The dialog that adds files to a folder, whose code is loaded when it is opened. */
export const LaterAddFilesDialog = laterComponent({
  request: async () =>
    (await import(/* webpackChunkName: "add-files" */ './add-files-dialog.tsx')).AddFilesDialog,
  waiting: null,
});
