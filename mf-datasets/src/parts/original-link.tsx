import { Link } from '@carrel/shared/ui';
import { ExternalLink } from 'lucide-react';

interface OriginalLinkProps {
  url: string;
  /** What it opens, for screen readers; by default the words of the link. */
  label?: string;
  children: string;
}

/** Whether a link may lead to an address that another server named. */
export const isWebAddress = (url: string | undefined): url is string =>
  url !== undefined && /^https?:\/\//i.test(url);

/** Leads to an object where people open it, in another tab. */
export function OriginalLink({ url, label, children }: OriginalLinkProps) {
  return (
    <Link
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      display="inline-flex"
      alignItems="center"
      gap="1"
    >
      {children}
      <ExternalLink size={12} aria-hidden />
    </Link>
  );
}
