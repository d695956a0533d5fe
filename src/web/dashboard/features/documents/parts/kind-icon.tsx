import {
  File,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  type LucideIcon,
  Presentation,
} from 'lucide-react';
import type { DocumentKind } from '#src/shared/documents/kinds.ts';

const ICONS: Partial<Record<DocumentKind, LucideIcon>> = {
  png: FileImage,
  jpeg: FileImage,
  gif: FileImage,
  webp: FileImage,
  svg: FileCode,
  html: FileCode,
  json: FileCode,
  csv: FileSpreadsheet,
  xlsx: FileSpreadsheet,
  pptx: Presentation,
  pdf: FileText,
  docx: FileText,
  text: FileText,
  markdown: FileText,
};

export function KindIcon({ kind }: { kind: DocumentKind }) {
  const Icon = ICONS[kind] ?? File;
  return <Icon size={16} className="shrink-0 text-ink-3" aria-hidden="true" />;
}
