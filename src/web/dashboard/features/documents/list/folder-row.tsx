import { Folder as FolderIcon, FolderInput, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Folder } from '#src/shared/documents/documents.ts';
import { FOLDER_NAME_MAX } from '#src/shared/documents/names.ts';
import { descendantsOf } from '#src/shared/documents/tree.ts';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { ABOVE_ROW_LINK, ROW_NAME } from '#src/web/ui/row-link.ts';
import { cx } from '#src/web/ui/cx.ts';
import { MoveDialog } from '../parts/move-dialog.tsx';
import { NameDialog } from '../parts/name-dialog.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { changeFolder, deleteFolder } from '../queries.ts';
import { folderPath } from '../use-place.ts';
import { RowMenu } from './row-menu.tsx';
import { BARE, CELL } from './columns.ts';

type Asking = 'rename' | 'move' | 'delete' | null;

export function FolderRow({
  folder,
  folders,
  mayWrite,
}: {
  folder: Folder;
  folders: readonly Folder[];
  mayWrite: boolean;
}) {
  const [asking, setAsking] = useState<Asking>(null);
  const { run } = useActOn('documents');
  const { id, name } = folder;
  const below = descendantsOf(folders, id);
  const documents = [folder, ...below].reduce((sum, each) => sum + each.documents, 0);
  const items = counted(folder.documents + folders.filter(({ parentId }) => parentId === id).length);
  const close = () => setAsking(null);
  const remove = (withContents: boolean) =>
    void run(() => deleteFolder(id, withContents), { failure: 'The folder wasn’t deleted' });
  return (
    <tr className="group relative isolate has-[[aria-expanded=true]]:z-20">
      <td className={cx(CELL, 'pr-2')}>
        <span className="flex items-center gap-3">
          <FolderIcon size={16} className="shrink-0 text-ink-2" aria-hidden="true" />
          <Link to={folderPath(id)} data-row-link className={cx(ROW_NAME, 'min-w-0 truncate')}>
            {name}
          </Link>
        </span>
        <span className="mt-1 ml-7 block text-xs text-ink-3 md:hidden">{items}</span>
      </td>
      <td className={cx(CELL, 'hidden text-ink-2 lg:table-cell')}>Folder</td>
      <td className={cx(CELL, 'hidden text-right whitespace-nowrap text-ink-2 md:table-cell')}>{items}</td>
      <td className={cx(CELL, 'hidden pl-8 text-ink-3 md:table-cell')}>–</td>
      {mayWrite ? (
        <td className={BARE}>
          <span className={cx(ABOVE_ROW_LINK, 'flex justify-end')}>
            <RowMenu
              name={name}
              items={[
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
                  act: () => (documents + below.length === 0 ? remove(false) : setAsking('delete')),
                },
              ]}
            />
          </span>
          {asking === 'rename' ? (
            <NameDialog
              title={`Rename “${name}”`}
              label="Name"
              name={name}
              maxLength={FOLDER_NAME_MAX}
              submitLabel="Rename"
              save={(next) => changeFolder(id, { name: next })}
              onClose={close}
            />
          ) : null}
          {asking === 'move' ? (
            <MoveDialog
              name={name}
              from={folder.parentId}
              folder={id}
              save={(parentId) => changeFolder(id, { parentId })}
              onClose={close}
            />
          ) : null}
          <ConfirmDialog
            open={asking === 'delete'}
            title={`Delete “${name}” and its contents?`}
            text={`${inside(documents, below.length)} You can restore the documents for 30 days, outside of folders. Folders can’t be restored.`}
            confirmLabel="Delete all of it"
            onConfirm={() => remove(true)}
            onClose={close}
          />
        </td>
      ) : null}
    </tr>
  );
}

/** What lies right in it, folders and documents alike. */
const counted = (n: number): string => (n === 0 ? 'Empty' : n === 1 ? '1 item' : `${n} items`);

function inside(documents: number, folders: number): string {
  const parts = [
    ...(documents > 0 ? [documents === 1 ? '1 document' : `${documents} documents`] : []),
    ...(folders > 0 ? [folders === 1 ? '1 folder' : `${folders} folders`] : []),
  ];
  return `It holds ${parts.join(' and ')}.`;
}
