import { Download, FolderInput, Link2, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type DocumentItem, type Folder, formatBytes } from '#src/shared/documents/documents.ts';
import { DOCUMENT_KINDS } from '#src/shared/documents/kinds.ts';
import { pathOf } from '#src/shared/documents/tree.ts';
import { cx } from '#src/web/ui/cx.ts';
import { ABOVE_ROW_LINK, ROW_NAME } from '#src/web/ui/row-link.ts';
import { Time } from '#src/web/ui/time.tsx';
import { type DocumentAct, DocumentDialogs, useDownload, useRemove } from '../parts/document-acts.tsx';
import { KindIcon } from '../parts/kind-icon.tsx';
import { RowMenu } from './row-menu.tsx';
import { BARE, CELL } from './columns.ts';

export function DocumentRow({
  document,
  folders,
  mayWrite,
  showsFolder,
}: {
  document: DocumentItem;
  folders: readonly Folder[];
  mayWrite: boolean;
  /** In a search: where it lies. */
  showsFolder: boolean;
}) {
  const [asking, setAsking] = useState<DocumentAct>(null);
  const navigate = useNavigate();
  const remove = useRemove();
  const download = useDownload();
  const { id, name, kind, size, createdAt, uploadedBy, links } = document;
  const where = pathOf(folders, document.folderId)
    .map((each) => each.name)
    .join(' / ');
  return (
    <tr className="group relative isolate has-[[aria-expanded=true]]:z-20">
      <td className={cx(CELL, 'pr-2')}>
        <span className="flex items-center gap-3">
          <KindIcon kind={kind} />
          <Link to={`/documents/${id}`} data-row-link className={cx(ROW_NAME, 'min-w-0 truncate')}>
            {name}
          </Link>
          {links > 0 ? (
            <span className="inline-flex shrink-0 items-center gap-1 text-xs text-ink-2">
              <Link2 size={14} aria-hidden="true" />
              <span className="sr-only">{links === 1 ? 'Shared by a link' : `Shared by ${links} links`}</span>
            </span>
          ) : null}
        </span>
        {showsFolder ? (
          <span className="mt-0.5 ml-7 block truncate text-xs text-ink-3">in {where || 'Documents'}</span>
        ) : null}
        <span className="mt-1 ml-7 flex flex-wrap gap-x-3 text-xs text-ink-3 md:hidden">
          <span className="figure">{formatBytes(size)}</span>
          <Time at={createdAt} />
        </span>
      </td>
      <td className={cx(CELL, 'hidden truncate text-ink-2 lg:table-cell')}>{DOCUMENT_KINDS[kind].label}</td>
      <td className={cx(CELL, 'figure hidden text-right text-ink-2 md:table-cell')}>{formatBytes(size)}</td>
      <td className={cx(CELL, 'hidden truncate pl-8 text-ink-2 md:table-cell')}>
        <span className={ABOVE_ROW_LINK}>
          <Time at={createdAt} />
        </span>{' '}
        <span className="text-ink-3">by {uploadedBy}</span>
      </td>
      {mayWrite ? (
        <td className={BARE}>
          <span className={cx(ABOVE_ROW_LINK, 'flex justify-end')}>
            <RowMenu
              name={name}
              items={[
                {
                  label: 'Download',
                  icon: <Download size={14} aria-hidden="true" />,
                  act: () => void download.run(document),
                },
                {
                  label: 'Share',
                  icon: <Link2 size={14} aria-hidden="true" />,
                  act: () => void navigate(`/documents/${id}`),
                },
                {
                  label: 'Rename',
                  icon: <Pencil size={14} aria-hidden="true" />,
                  act: () => setAsking('rename'),
                  changes: true,
                },
                {
                  label: 'Move',
                  icon: <FolderInput size={14} aria-hidden="true" />,
                  act: () => setAsking('move'),
                  changes: true,
                },
                {
                  label: 'Delete',
                  icon: <Trash2 size={14} aria-hidden="true" />,
                  act: () => void remove(document),
                },
              ]}
            />
          </span>
          <DocumentDialogs document={document} asking={asking} onClose={() => setAsking(null)} />
        </td>
      ) : null}
    </tr>
  );
}
