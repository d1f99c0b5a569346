import { laterComponent } from '../../parts/later-component.tsx';

/** The actions on chosen documents, whose code is loaded when the first one is chosen. */
export const LaterFolderSelectionBar = laterComponent({
  request: async () =>
    (await import(/* webpackChunkName: "selection" */ './folder-selection-bar.tsx'))
      .FolderSelectionBar,
  waiting: null,
});
