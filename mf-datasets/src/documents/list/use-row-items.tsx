import type { FoundDocument, NavigationItem } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useIsGuest } from '@carrel/shared/search';
import type { MenuItem } from '@carrel/shared/ui/signed-in';
import {
  Download,
  ExternalLink,
  File,
  FolderInput,
  FolderOpen,
  History,
  PenLine,
  Trash2,
} from 'lucide-react';
import { useNavigate } from 'react-router-dom';

import { useDataset } from '../../data/use-dataset.ts';
import { useMayEditDataset } from '../../parts/use-may-edit-dataset.ts';

interface RowActions {
  onOpen: () => void;
  /** Opens it in a new tab. */
  onOpenTab: () => void;
  onRename: () => void;
  onMove: () => void;
  onDownload: () => void;
  onDelete: () => void;
}

/** Returns what the user may do with an entry of a list, or with several if there is no `entry`. */
export function useRowItems(
  datasetId: string,
  entry: NavigationItem | FoundDocument | undefined,
  actions: RowActions,
): MenuItem[] {
  const navigate = useNavigate();
  const mayEdit = useMayEditDataset();
  const { dataset } = useDataset(datasetId);
  const isGuest = useIsGuest();
  const documentId = entry && ('item_type' in entry ? entry.document_id : entry.id);
  // Who may only search a dataset opens a document for its facts.
  const mayRead = !isGuest && dataset?.role !== 'Searcher';
  const { onOpen, onOpenTab, onRename, onMove, onDownload, onDelete } = actions;
  const versions = () =>
    documentId && void navigate(consolePaths.documentVersions(datasetId, documentId));
  return [
    ...(entry
      ? [
          {
            label: 'Open',
            icon: documentId ? <File /> : <FolderOpen />,
            shortcut: 'Enter',
            onSelect: onOpen,
          },
          {
            label: 'Open in new tab',
            icon: <ExternalLink />,
            onSelect: onOpenTab,
          },
        ]
      : []),
    ...(entry && documentId && mayRead
      ? [{ label: 'Versions', icon: <History />, onSelect: versions }]
      : []),
    ...(mayRead ? [{ label: 'Download', icon: <Download />, onSelect: onDownload }] : []),
    ...(entry && mayEdit
      ? [
          {
            label: 'Rename…',
            icon: <PenLine />,
            shortcut: 'F2',
            separated: true,
            onSelect: onRename,
          },
        ]
      : []),
    ...(mayEdit
      ? [
          {
            label: 'Move…',
            icon: <FolderInput />,
            shortcut: 'Shift+F2',
            separated: !entry,
            onSelect: onMove,
          },
          {
            label: 'Delete…',
            icon: <Trash2 />,
            danger: true,
            separated: true,
            onSelect: onDelete,
          },
        ]
      : []),
  ];
}
