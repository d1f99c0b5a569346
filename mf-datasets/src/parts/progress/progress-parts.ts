/* What is loaded once something is in work. */
export { ArchiveProgressLine } from './archive-progress.tsx';
export { CancelArchiveDialog } from './cancel-archive-dialog.tsx';
export { controlArchive } from './control-archive.ts';
export { DatasetProgressLine } from './dataset-progress.tsx';
