export { ChangeList } from './change-list.tsx';
export { EditChunkDialog } from './edit-chunk-dialog.tsx';
export { SplitChunkDialog } from './split-chunk-dialog.tsx';
