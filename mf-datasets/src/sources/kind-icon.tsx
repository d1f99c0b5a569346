import type { SourceKindName } from '@carrel/shared/contract/sources';
import {
  BookOpen,
  Cloud,
  Cylinder,
  FolderSync,
  GitBranch,
  Globe,
  HardDrive,
  Mail,
  NotebookText,
  Rss,
  Triangle,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

const ICONS: Readonly<Record<SourceKindName, LucideIcon>> = {
  s3: Cylinder,
  webdav: FolderSync,
  git: GitBranch,
  website: Globe,
  feed: Rss,
  mailbox: Mail,
  folder: HardDrive,
  'google-drive': Triangle,
  microsoft: Cloud,
  confluence: BookOpen,
  notion: NotebookText,
};

/** The mark of a kind of source. Its name stands beside it. */
export function KindIcon({ kind, size = 16 }: { kind: SourceKindName; size?: number }) {
  const Icon = ICONS[kind];
  return <Icon size={size} aria-hidden />;
}
