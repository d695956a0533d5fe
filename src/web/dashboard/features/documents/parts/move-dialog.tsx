import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { descendantsOf, pathOf } from '#src/shared/documents/tree.ts';
import { Select } from '#src/web/ui/select.tsx';
import { foldersQuery } from '../queries.ts';
import { Dialog } from './dialog.tsx';
import { useAct } from './use-act.ts';

const TOP = 'top';

/** Asks for the folder that something shall lie in. A folder is never offered itself, nor what lies in it. */
export function MoveDialog({
  name,
  from,
  folder,
  save,
  onClose,
}: {
  name: string;
  from: string | null;
  /** Of a folder that moves: its own id. */
  folder?: string;
  save: (folderId: string | null) => Promise<unknown>;
  onClose: () => void;
}) {
  const { data: folders = [] } = useQuery(foldersQuery);
  const [to, setTo] = useState(from ?? TOP);
  const [error, setError] = useState<string>();
  const { busy, run } = useAct();
  const barred = new Set(folder ? [folder, ...descendantsOf(folders, folder).map(({ id }) => id)] : []);
  const options = folders
    .filter(({ id }) => !barred.has(id))
    .map(({ id }) => ({
      value: id,
      label: pathOf(folders, id)
        .map((each) => each.name)
        .join(' / '),
    }))
    .sort((a, b) => a.label.localeCompare(b.label));
  async function submit(): Promise<void> {
    if (to === (from ?? TOP)) return onClose();
    const done = await run(() => save(to === TOP ? null : to), {
      onRefused: ({ message }) => setError(message),
    });
    if (done) onClose();
  }
  return (
    <Dialog
      title={`Move “${name}”`}
      submitLabel="Move"
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Select
        label="Folder"
        value={to}
        error={error}
        options={[{ value: TOP, label: 'Documents (the top)' }, ...options]}
        onChange={(event) => setTo(event.target.value)}
      />
    </Dialog>
  );
}
