import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FolderPlus, Trash2 } from 'lucide-react';
import { useCallback, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { FOLDER_NAME_MAX } from '#src/shared/documents/names.ts';
import { pathOf } from '#src/shared/documents/tree.ts';
import { Refusal, useRefusal } from '#src/web/dashboard/lib/refusal.tsx';
import { SearchBox } from '#src/web/dashboard/lib/search-box.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { currentWorkspace } from '#src/web/lib/api/workspace.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { Button, buttonClass } from '#src/web/ui/button.tsx';
import { DocumentList } from './list/document-list.tsx';
import { Path } from './list/path.tsx';
import { SortMenu } from './list/sort-menu.tsx';
import { StorageLine } from './list/storage-line.tsx';
import { UndoNotice } from './list/undo-notice.tsx';
import { NameDialog } from './parts/name-dialog.tsx';
import { foldersQuery, listQuery, makeFolder } from './queries.ts';
import { DropZone } from './upload/drop-zone.tsx';
import { FileInput, UploadButton } from './upload/upload-button.tsx';
import { UploadList } from './upload/upload-list.tsx';
import { useUploads } from './upload/use-uploads.ts';
import { usePlace } from './use-place.ts';

const SEARCH_MAX = 200;

export function DocumentsPage() {
  usePageTitle('Documents');
  const place = usePlace();
  const mayWrite = useMay('documents:write') === true;
  const refusal = useRefusal();
  const why = useId();
  const refused = refusal === null ? {} : { disabled: true, 'aria-describedby': why };
  const uploads = useUploads();
  const folders = useQuery(foldersQuery);
  const list = useInfiniteQuery(listQuery(place.filter));
  const [making, setMaking] = useState(false);
  const { folderId } = place;
  const path = pathOf(folders.data ?? [], folderId);
  const here = path.at(-1)?.name ?? 'Documents';
  const { add } = uploads;
  const upload = useCallback(
    (files: File[]) => add(files, { folderId, workspace: currentWorkspace() }),
    [add, folderId],
  );
  const input = useRef<HTMLInputElement>(null);
  const choose = useCallback(() => input.current?.click(), []);
  // Its folder was deleted, or never was.
  const lost = folderId !== null && folders.data !== undefined && path.length === 0;
  // Then the list itself offers the button.
  const isEmpty =
    place.words === '' &&
    list.data?.pages[0]?.items.length === 0 &&
    folders.data?.every(({ parentId }) => parentId !== folderId) === true;

  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pb-5">
        <div className="min-w-0">
          <Path path={path} />
          <h1 className="headline truncate text-h2">{here}</h1>
        </div>
        {mayWrite && !lost ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Refusal id={why} reason={refusal} />
            <div className="flex gap-2">
              <Button size="sm" onClick={() => setMaking(true)} {...refused}>
                <FolderPlus size={16} aria-hidden="true" />
                New folder
              </Button>
              {isEmpty ? null : <UploadButton onChoose={choose} {...refused} />}
            </div>
          </div>
        ) : null}
      </header>
      <UndoNotice />
      <UploadList uploads={uploads} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 pb-4">
        <SearchBox
          label="Search documents"
          placeholder="Search names"
          maxLength={SEARCH_MAX}
          value={place.words}
          onChange={place.onWords}
        />
        <SortMenu sort={place.sort} onSort={place.onSort} />
        <div className="flex grow flex-wrap items-center justify-between gap-x-4 sm:justify-end">
          <StorageLine />
          <Link to="/documents/deleted" className={buttonClass('quiet', 'sm')}>
            <Trash2 size={16} aria-hidden="true" />
            Deleted
          </Link>
        </div>
      </div>
      <DocumentList
        list={list}
        folders={folders}
        place={place}
        lost={lost}
        mayWrite={mayWrite}
        refused={refused}
        onChoose={choose}
      />
      <FileInput ref={input} onFiles={upload} />
      {mayWrite && !lost && refusal === null ? <DropZone place={here} onFiles={upload} /> : null}
      {making ? (
        <NameDialog
          title={path.length === 0 ? 'New folder' : `New folder in “${here}”`}
          label="Name"
          maxLength={FOLDER_NAME_MAX}
          submitLabel="Create folder"
          save={(name) => makeFolder({ name, parentId: folderId })}
          onClose={() => setMaking(false)}
        />
      ) : null}
    </>
  );
}
