import type { DocumentOcr } from '@carrel/shared/contract';
import { Badge } from '@carrel/shared/ui/signed-in';
import { ScanText } from 'lucide-react';

import { ocrText } from '../data/ocr-labels.ts';

/** The mark of a document that has text by OCR, or pages that OCR could not read. */
export function OcrBadge({ ocr }: { ocr: DocumentOcr | null | undefined }) {
  if (!ocr) return null;
  return (
    <Badge tone={ocr.unread > 0 ? 'warning' : 'neutral'}>
      <ScanText aria-hidden />
      {ocrText(ocr)}
    </Badge>
  );
}
