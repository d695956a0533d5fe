import { useQuery } from '@tanstack/react-query';
import { descendantsOf, pathOf } from '#src/shared/documents/tree.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Select } from '#src/web/ui/select.tsx';
import { foldersQuery } from '../queries.ts';
import { Dialog } from './dialog.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';

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
  const { run } = useActOn('documents');
  const { onSubmit, busy, field } = useCheckedForm<{ to: string }, { to: string }>({
    defaults: { to: from ?? TOP },
    asksToLeave: false,
    check: (data) => ({ data }),
    submit: async ({ to }, { refuse }) => {
      if (to === (from ?? TOP)) return onClose();
      const done = await run(() => save(to === TOP ? null : to), {
        onRefused: ({ message }) => refuse('to', message),
      });
      if (done) onClose();
    },
  });
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
  return (
    <Dialog title={`Move “${name}”`} submitLabel="Move" busy={busy} onSubmit={onSubmit} onClose={onClose}>
      <Select
        label="Folder"
        options={[{ value: TOP, label: 'Documents (the top)' }, ...options]}
        {...field('to')}
      />
    </Dialog>
  );
}
