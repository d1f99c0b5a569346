export { CommandPalette } from './command-palette.tsx';
export { ShortcutsDialog } from '../shortcuts/shortcuts-dialog.tsx';
